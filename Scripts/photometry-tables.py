from mpmath import mp, mpf, log, floor, nint
mp.prec = 300
def h(x): return float(x).hex().replace('p-','p-').replace('0x1.0000000000000p','0x1p')
S='/tmp/photometry/Sources/Photometry/'
rows=[]
for k in range(91,182):
    v=log(mpf(k)/128,2)
    hi=mpf(nint(v*2**42))/2**42
    lo=v-hi
    f=float(lo)
    rows.append(f"    DoublePair(high: {h(hi)}, low: {h(f)}),")
head='''extension DoublePair {
  /// Holds log2(*k* / 128) for *k* from 91 to 181, the centres that a logarithm is reduced to.
  ///
  /// Each high part is a multiple of 2⁻⁴², so that adding an exponent of up to eleven bits to it is
  /// exact; the low part is the rest, rounded to nearest. Computed once with mpmath at 300 bits.
  /// Hexadecimal, because the compiler rounds decimal literals twice on x86-64 (through 80 bits)
  /// and once on arm64.
  static let log2OfCentres: [DoublePair] = [
'''
open(S+'Log2+Table.swift','w').write(head+"\n".join(rows)+"\n  ]\n}\n")
rows=[]
for j in range(64):
    v=mpf(2)**(mpf(j)/64)
    hi=float(v); lo=float(v-mpf(hi))
    rows.append(f"    DoublePair(high: {h(hi)}, low: {h(lo)}),")
head='''extension DoublePair {
  /// Holds 2^(*j* / 64) for *j* from 0 to 63, the steps that a power of two is reduced to.
  ///
  /// The high part is rounded to nearest, the low part is the rest, rounded to nearest. Computed
  /// once with mpmath at 300 bits. Hexadecimal for the same reason as the table of logarithms.
  static let exp2OfSteps: [DoublePair] = [
'''
open(S+'Exp2+Table.swift','w').write(head+"\n".join(rows)+"\n  ]\n}\n")
from mpmath import factorial, sqrt
k=2/log(2); hi=float(k); print('2/ln2',h(hi),h(float(k-mpf(hi))))
for i in range(1,8): print(i,h(float(log(2)**i/factorial(i))))
print('sqrt2',h(float(sqrt(mpf(2)))))
a=mpf('1.09929682680944');b=mpf('0.018053968510807')
print('709 seam',4.5*b, a*b**mpf('0.45')-(a-1))
print('srgb seam',mpf('0.04045')/mpf('12.92'), ((mpf('0.04045')+mpf('0.055'))/mpf('1.055'))**mpf('2.4'))
x=mpf('0.04045')/mpf('12.92'); print(mpf('1.055')*x**(1/mpf('2.4'))-mpf('.055'))
print('461', ((mpf('0.461')+mpf('0.055'))/mpf('1.055'))**mpf('2.4'),((mpf(118)/255+mpf('0.055'))/mpf('1.055'))**mpf('2.4'))
# literal double rounding check
for s in ['1.09929682680944','0.018053968510807','1.055','12.92','0.04045','2.4','0.45','0.18','12.5']:
    v=mpf(s)
    mp.prec=64; w=+v; mp.prec=300
    print(s, float(w)==float(s))
from mpmath import pi
for k in range(9):
    s=(-1)**k*(2*pi)**(2*k+1)/factorial(2*k+1); c=(-1)**k*(2*pi)**(2*k)/factorial(2*k)
    print('circle',k,'sine',h(s),h(s-mpf(float(s))),'cosine',h(c))
