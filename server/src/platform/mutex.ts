/** Runs tasks one after the other, in the order of the calls. */
export type Mutex = <T>(task: () => Promise<T>) => Promise<T>

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = last.then(task)
    last = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }
}
