/** Bounds the time and the memory that shapes of documents cost a thread, whatever senders send. */

/** Shapes that are learned at once. Learning one costs as much as parsing several documents. */
const MAX_SHAPES = 300
const DOCUMENTS_PER_SHAPE = 100
/** Bytes of everything that is known about shapes. */
const MAX_BYTES = 16 * 1024 * 1024
const DOCUMENTS_UNTIL_FORGOTTEN = 1_000_000

export class LearningBudget {
  #shapes = MAX_SHAPES
  #untilNextShape = DOCUMENTS_PER_SHAPE
  #bytes = 0
  /** Documents until everything may be forgotten to make room. */
  #untilForgotten = 0

  /** Counts a document. */
  pass(): void {
    this.#untilNextShape -= 1
    if (this.#untilNextShape > 0) return
    this.#untilNextShape = DOCUMENTS_PER_SHAPE
    this.#untilForgotten -= DOCUMENTS_PER_SHAPE
    if (this.#shapes < MAX_SHAPES) this.#shapes += 1
  }

  /** Returns whether a shape may be learned now. `forget` is called if everything has to be forgotten before that. */
  takeShape(forget: () => void): boolean {
    if (this.#shapes === 0) return false
    if (this.#bytes >= MAX_BYTES) {
      if (this.#untilForgotten > 0) return false
      this.#untilForgotten = DOCUMENTS_UNTIL_FORGOTTEN
      this.forgotten()
      forget()
    }
    this.#shapes -= 1
    return true
  }

  /** Counts bytes that are retained until everything is forgotten. */
  retain(bytes: number): void {
    this.#bytes += bytes
  }

  /** To be called when everything has been forgotten. */
  forgotten(): void {
    this.#bytes = 0
  }
}
