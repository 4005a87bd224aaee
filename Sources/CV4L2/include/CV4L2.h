/// A door to the kernel's V4L2 interface, and to what Swift cannot reach of it: request numbers, which
/// are macros of macros, and unions inside packed structures.
///
/// Everything is inline, and nothing here makes a system call.
#ifndef GRAYCARD_CV4L2_H
#define GRAYCARD_CV4L2_H

#include <linux/videodev2.h>
#include <stdint.h>

#define CV4L2_REQUEST(name) static const unsigned long cv4l2_##name = VIDIOC_##name

CV4L2_REQUEST(QUERYCAP);
CV4L2_REQUEST(ENUM_FMT);
CV4L2_REQUEST(ENUM_FRAMESIZES);
CV4L2_REQUEST(ENUM_FRAMEINTERVALS);
CV4L2_REQUEST(G_FMT);
CV4L2_REQUEST(S_FMT);
CV4L2_REQUEST(G_PARM);
CV4L2_REQUEST(S_PARM);
CV4L2_REQUEST(REQBUFS);
CV4L2_REQUEST(QUERYBUF);
CV4L2_REQUEST(QBUF);
CV4L2_REQUEST(DQBUF);
CV4L2_REQUEST(STREAMON);
CV4L2_REQUEST(STREAMOFF);
CV4L2_REQUEST(QUERYCTRL);
CV4L2_REQUEST(QUERY_EXT_CTRL);
CV4L2_REQUEST(QUERYMENU);
CV4L2_REQUEST(G_CTRL);
CV4L2_REQUEST(S_CTRL);
CV4L2_REQUEST(G_EXT_CTRLS);
CV4L2_REQUEST(S_EXT_CTRLS);
CV4L2_REQUEST(TRY_EXT_CTRLS);
CV4L2_REQUEST(SUBSCRIBE_EVENT);
CV4L2_REQUEST(UNSUBSCRIBE_EVENT);
CV4L2_REQUEST(DQEVENT);

#undef CV4L2_REQUEST

/// Puts a value into a control of a batch; `wide` where the control's value has 64 bits.
static inline void cv4l2_set_value(struct v4l2_ext_control *control, uint32_t id, int64_t value,
                                   _Bool wide) {
  *control = (struct v4l2_ext_control){.id = id};
  if (wide)
    control->value64 = value;
  else
    control->value = (int32_t)(uint32_t)(uint64_t)value;
}

/// The value of a control of a batch; `wide` where it has 64 bits.
static inline int64_t cv4l2_value(const struct v4l2_ext_control *control, _Bool wide) {
  return wide ? control->value64 : control->value;
}

/// The value of an integer menu's item.
static inline int64_t cv4l2_menu_value(const struct v4l2_querymenu *item) { return item->value; }

/// The text of a menu's item, ended by a 0 within 32 bytes where the driver keeps to the rules.
static inline const uint8_t *cv4l2_menu_name(const struct v4l2_querymenu *item) { return item->name; }

/// Where a buffer of the single-planar interface lies, for mmap.
static inline uint32_t cv4l2_buffer_offset(const struct v4l2_buffer *buffer) {
  return buffer->m.offset;
}

/// Where a plane of the multi-planar interface lies, for mmap.
static inline uint32_t cv4l2_plane_offset(const struct v4l2_plane *plane) {
  return plane->m.mem_offset;
}

/// Puts the planes of the multi-planar interface behind a buffer.
static inline void cv4l2_set_planes(struct v4l2_buffer *buffer, struct v4l2_plane *planes,
                                    uint32_t count) {
  buffer->m.planes = planes;
  buffer->length = count;
}

/// The planes behind a buffer of the multi-planar interface.
static inline struct v4l2_plane *cv4l2_planes(const struct v4l2_buffer *buffer) {
  return buffer->m.planes;
}

/// Puts the controls of a batch in place.
static inline void cv4l2_set_controls(struct v4l2_ext_controls *batch,
                                      struct v4l2_ext_control *controls, uint32_t count) {
  *batch = (struct v4l2_ext_controls){.count = count, .controls = controls};
}

/// The payload of a control's event.
static inline struct v4l2_event_ctrl cv4l2_event_control(const struct v4l2_event *event) {
  return event->u.ctrl;
}

/// The value that a control's event carries; `wide` where it has 64 bits.
static inline int64_t cv4l2_event_value(const struct v4l2_event *event, _Bool wide) {
  return wide ? event->u.ctrl.value64 : event->u.ctrl.value;
}

#endif
