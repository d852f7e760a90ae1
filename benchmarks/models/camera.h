/* The driver of a camera; its source is not ours. What it does is said in camera.py. */
#ifndef CAMERA_H
#define CAMERA_H
typedef struct camera_st *camera_t;
#define CAMERA_WIDTH 8
#ifdef __cplusplus
extern "C" {
#endif
camera_t camera_open(int number);                                 /* NULL if there is none */
int camera_grab(camera_t camera, unsigned char *row, int size);   /* how many pixels came, at most size */
void camera_close(camera_t camera);
#ifdef __cplusplus
}
#endif
#endif
