/** The program of the thread that talks with a directory. */
import { connectCalls } from '../../platform/threads/thread-calls.ts'
import { ownerPort, threadData } from '../../platform/threads/thread-data.ts'
import { askDirectory, type DirectoryService, type FoundUser, type Login, tryDirectory } from './ask-directory.ts'
import { DirectoryProblem } from './directory-errors.ts'
import type { DirectoryLimits } from './directory-limits.ts'
import type { Conversation } from './directory-socket.ts'

/** The memory of silent addresses is in the main thread: it outlives this one. */
export interface DirectoryOwner extends Record<string, (address: string) => unknown> {
  readonly isSkipped: (address: string) => boolean | Promise<boolean>
  readonly wasSilent: (address: string) => void
  readonly answered: (address: string) => void
  readonly wasLateAtSearch: (address: string) => void
  readonly searched: (address: string) => void
}

/** Errors lose their class between threads. */
export type DirectoryOutcome<Value> = { readonly value: Value } | { readonly problem: string }

const functions = {
  /** Resolves when the thread has started. */
  start: () => undefined,
  try: (service: DirectoryService, signal: AbortSignal) => outcomeOf(tryDirectory(service, conversation(signal))),
  ask: (
    { service, login }: { readonly service: DirectoryService; readonly login: Login },
    signal: AbortSignal,
  ): Promise<DirectoryOutcome<FoundUser | undefined>> => outcomeOf(askDirectory(service, login, conversation(signal))),
}

export type DirectoryFunctions = typeof functions

const limits = threadData<DirectoryLimits>()
const owner = connectCalls<DirectoryOwner>(ownerPort(), functions)

const conversation = (signal: AbortSignal): Conversation => ({
  limits,
  silent: {
    isSkipped: (address) => owner.call('isSkipped', address),
    wasSilent: (address) => owner.tell('wasSilent', address),
    answered: (address) => owner.tell('answered', address),
    wasLateAtSearch: (address) => owner.tell('wasLateAtSearch', address),
    searched: (address) => owner.tell('searched', address),
  },
  signal,
})

async function outcomeOf<Value>(work: Promise<Value>): Promise<DirectoryOutcome<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof DirectoryProblem)) throw error
    return { problem: error.message }
  }
}
