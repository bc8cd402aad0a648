import { hash } from 'node:crypto'
import type { Caller } from './caller.ts'

const SESSION_DIGITS = 12

/** Tells the sessions of a user apart without giving away their ids. */
export function sessionNameOf(caller: Pick<Caller, 'sessionId' | 'sessionName'> | undefined): string | undefined {
  if (caller?.sessionId === undefined) return caller?.sessionName
  return hash('sha256', `audit:${caller.sessionId}`, 'hex').slice(0, SESSION_DIGITS)
}
