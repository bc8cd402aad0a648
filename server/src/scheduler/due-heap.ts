/** Elements by the instant at which they are due, the first one on top. */
export interface DueHeap<T> {
  push(element: T): void
  peek(): T | undefined
  pop(): T | undefined
}

export function createDueHeap<T extends { readonly dueMs: number }>(): DueHeap<T> {
  const elements: T[] = []
  const dueAt = (index: number) => elements[index]?.dueMs ?? Number.POSITIVE_INFINITY

  function swap(one: number, other: number): void {
    const [first, second] = [elements[one], elements[other]]
    if (first === undefined || second === undefined) return
    elements[one] = second
    elements[other] = first
  }

  function rise(start: number): void {
    for (let index = start; index > 0; ) {
      const parent = (index - 1) >> 1
      if (dueAt(parent) <= dueAt(index)) return
      swap(index, parent)
      index = parent
    }
  }

  function sink(start: number): void {
    for (let index = start; ; ) {
      const left = 2 * index + 1
      const least = dueAt(left + 1) < dueAt(left) ? left + 1 : left
      if (dueAt(index) <= dueAt(least)) return
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
  }
}
