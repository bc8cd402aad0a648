/** Elements in an order of which only the first one is asked for. */
export interface Heap<T> {
  push(element: T): void
  peek(): T | undefined
  pop(): T | undefined
  clear(): void
}

/** `compare` is negative if `a` comes before `b`. */
export function createHeap<T>(compare: (a: T, b: T) => number): Heap<T> {
  const elements: T[] = []

  function isBefore(one: number, other: number): boolean {
    const [a, b] = [elements[one], elements[other]]
    return a !== undefined && (b === undefined || compare(a, b) < 0)
  }

  function swap(one: number, other: number): void {
    const [first, second] = [elements[one], elements[other]]
    if (first === undefined || second === undefined) return
    elements[one] = second
    elements[other] = first
  }

  function rise(start: number): void {
    for (let index = start; index > 0; ) {
      const parent = (index - 1) >> 1
      if (!isBefore(index, parent)) return
      swap(index, parent)
      index = parent
    }
  }

  function sink(start: number): void {
    for (let index = start; ; ) {
      const left = 2 * index + 1
      const least = isBefore(left + 1, left) ? left + 1 : left
      if (!isBefore(least, index)) return
      swap(index, least)
      index = least
    }
  }

  return {
    push(element) {
      elements.push(element)
      rise(elements.length - 1)
    },
    peek: () => elements[0],
    pop() {
      swap(0, elements.length - 1)
      const first = elements.pop()
      sink(0)
      return first
    },
    clear() {
      elements.length = 0
    },
  }
}
