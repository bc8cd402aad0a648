/** Rules for texts that several kinds of entities share. */

const FORBIDDEN = [';', '*', '?', '"', '<', '>', '|', '&']

/** Characters that must not occur, as they are named in messages. */
export const FORBIDDEN_CHARACTERS = FORBIDDEN.join(', ')

export const hasForbiddenCharacter = (text: string): boolean => FORBIDDEN.some((character) => text.includes(character))

/** Collects the problems of a draft by field. */
export function createProblems() {
  const problems: Record<string, string[]> = {}
  return {
    add(field: string, text: string): void {
      problems[field] = [...(problems[field] ?? []), text]
    },
    all: (): Readonly<Record<string, readonly string[]>> => problems,
    isEmpty: () => Object.keys(problems).length === 0,
  }
}
