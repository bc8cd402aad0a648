/**
 * How glibc keeps memory, in the environment of processes whose buffers of many sizes come and go all the time: left
 * alone it spreads them over an arena per thread and gives little of that back. Other systems do not know these names.
 */
export const ALLOCATOR_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 20),
} as const
