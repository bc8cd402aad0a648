/** Rules for texts that several kinds of entities share. */
import type { Problems } from '../http/validation-answer.ts'
import type { LogyardError } from '../platform/errors.ts'

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
    all: (): Problems => problems,
  }
}

export function requireNoProblems(problems: Problems, refused: (problems: Problems) => LogyardError): void {
  if (Object.keys(problems).length > 0) throw refused(problems)
}
