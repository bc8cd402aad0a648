const NAME = 'KeyProblem'

/** The lookup fails because of its key: the source is fine. */
export class KeyProblem extends Error {
  override readonly name = NAME
}

/** Also in another thread, where errors lose their class. */
export const isKeyProblem = (error: unknown): boolean => error instanceof Error && error.name === NAME
