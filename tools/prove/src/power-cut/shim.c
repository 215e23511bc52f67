/*
 * Stands between a process and the files below CUX_TRACE_FOLDER: carries every call out, and writes down in order what
 * was written, cut, synced and removed. One record: kind, length of the name, length of the data, offset; name; data.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *names[FILES];
static const char *folder;
static int trace = -1;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("CUX_TRACE_FOLDER");
  const char *file = getenv("CUX_TRACE_FILE");
  if (folder != NULL && file != NULL)
    trace = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void all(const void *data, size_t length) {
  const char *at = data;
  while (length > 0) {
    ssize_t done = syscall(SYS_write, trace, at, length);
    if (done <= 0) abort();
    at += done;
    length -= (size_t)done;
  }
}

static void record(char kind, const char *name, uint64_t offset, const void *data, uint32_t length) {
  uint32_t head[3] = {(uint32_t)kind, (uint32_t)strlen(name), length};
  all(head, sizeof head);
  all(&offset, sizeof offset);
  all(name, strlen(name));
  if (length > 0) all(data, length);
}

static const char *name_of(int file) {
  return trace >= 0 && file >= 0 && file < FILES ? names[file] : NULL;
}

static void opened(int file, const char *path) {
  if (trace < 0 || file < 0 || file >= FILES || strncmp(path, folder, strlen(folder)) != 0) return;
  pthread_mutex_lock(&lock);
  free(names[file]);
  names[file] = strdup(path);
  pthread_mutex_unlock(&lock);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                             \
  int name(const char *path, int flags, ...) {                 \
    va_list rest;                                              \
    va_start(rest, flags);                                     \
    mode_t mode = va_arg(rest, mode_t);                        \
    va_end(rest);                                              \
    int file = NEXT(name)(path, flags, mode);                  \
    opened(file, path);                                        \
    return file;                                               \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  if (name_of(file) != NULL) {
    pthread_mutex_lock(&lock);
    free(names[file]);
    names[file] = NULL;
    pthread_mutex_unlock(&lock);
  }
  return NEXT(close)(file);
}

static ssize_t written(int file, ssize_t done, uint64_t offset, const void *data) {
  if (done > 0) record('W', name_of(file), offset, data, (uint32_t)done);
  return done;
}

ssize_t write(int file, const void *data, size_t length) {
  if (name_of(file) == NULL) return NEXT(write)(file, data, length);
  pthread_mutex_lock(&lock);
  off_t at = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  ssize_t done = written(file, NEXT(write)(file, data, length), (uint64_t)at, data);
  pthread_mutex_unlock(&lock);
  return done;
}

#define PWRITE(name, offset_type)                                                              \
  ssize_t name(int file, const void *data, size_t length, offset_type offset) {                \
    if (name_of(file) == NULL) return NEXT(name)(file, data, length, offset);                  \
    pthread_mutex_lock(&lock);                                                                 \
    ssize_t done = written(file, NEXT(name)(file, data, length, offset), (uint64_t)offset, data); \
    pthread_mutex_unlock(&lock);                                                               \
    return done;                                                                               \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define SYNC(name)                                          \
  int name(int file) {                                      \
    if (name_of(file) == NULL) return NEXT(name)(file);     \
    pthread_mutex_lock(&lock);                              \
    int done = NEXT(name)(file);                            \
    if (done == 0) record('S', name_of(file), 0, NULL, 0);  \
    pthread_mutex_unlock(&lock);                            \
    return done;                                            \
  }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset_type)                                          \
  int name(int file, offset_type length) {                                   \
    if (name_of(file) == NULL) return NEXT(name)(file, length);              \
    pthread_mutex_lock(&lock);                                               \
    int done = NEXT(name)(file, length);                                     \
    if (done == 0) record('T', name_of(file), (uint64_t)length, NULL, 0);    \
    pthread_mutex_unlock(&lock);                                             \
    return done;                                                             \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int unlink(const char *path) {
  int mine = trace >= 0 && strncmp(path, folder, strlen(folder)) == 0;
  if (!mine) return NEXT(unlink)(path);
  pthread_mutex_lock(&lock);
  int done = NEXT(unlink)(path);
  if (done == 0) record('U', path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}
