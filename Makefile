# Every target is safe to repeat. The work is in Scripts/, each runnable on its own.
.PHONY: help run test drivers check soak format docs clean
.NOTPARALLEL:

help:
	@echo 'make run      build the command line and meter the sample frames'
	@echo 'make test     format, warnings, allocations, all tests and the drivers; under 15 minutes'
	@echo 'make drivers  of these the kernel'"'"'s own drivers alone, in a virtual machine; 5 minutes'
	@echo 'make check    sanitizers, fuzzers, other processors, docs, notebooks; half an hour'
	@echo 'make soak     random tests and fuzzers for long'
	@echo 'make format   rewrite the sources in the house format'
	@echo 'make docs     the documentation, in Documentation/site'
	@echo 'make clean    remove everything that the targets above made'

run:
	@Scripts/setup.sh
	@Scripts/run.sh

test:
	@Scripts/setup.sh
	@Scripts/lint.sh
	@Scripts/check-allocations.sh
	@Scripts/test.sh
	@Scripts/setup.sh drivers
	@Scripts/test-drivers.sh

drivers:
	@Scripts/setup.sh drivers
	@Scripts/test-drivers.sh

check:
	@Scripts/setup.sh check
	@Scripts/check.sh

soak:
	@Scripts/setup.sh check
	@Scripts/soak.sh

format:
	@Scripts/setup.sh
	@Scripts/format.sh

docs:
	@Scripts/setup.sh
	@Scripts/docs.sh

clean:
	@echo 'removing .build, .build-*, Benchmarks/.build, out and Documentation/site'
	@rm -rf .build .build-* Benchmarks/.build out Documentation/site
