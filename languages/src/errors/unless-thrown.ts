/** The value that `make` gives; undefined if it throws an error of this class. Other errors pass. */
export function unlessThrown<Value>(
  expected: abstract new (...args: never[]) => Error,
  make: () => Value,
): Value | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof expected) return undefined
    throw error
  }
}
