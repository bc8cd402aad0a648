/**
 * How glibc retains memory, for processes with many short-lived buffers of different sizes: by default glibc spreads
 * them over an arena per thread and returns little to the system. Other systems ignore these variables.
 */
export const ALLOCATOR_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 20),
} as const
