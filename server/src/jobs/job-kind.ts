/** Kinds of system jobs: an area registers a kind, and starts jobs of it with parameters. */
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

export interface JobKind<S extends TSchema = TSchema> {
  /** The class name on the wire. */
  readonly name: string
  /** Parameters are stored with the job, so they name what to work on, and hold no secrets. */
  readonly parameters: S
  description(parameters: Static<S>): string
  info(parameters: Static<S>): string
  readonly isCancelable: boolean
  readonly providesProgress: boolean
  readonly maxRunning: number
}

export type TellProgress = (share: number, info?: string) => void

export interface JobWork<S extends TSchema = TSchema> {
  /**
   * Does the work, and ends early when the signal fires. It may run several times, after a restart or a failure, and
   * must then do the rest: kinds say how. `progress` gets the done share of the run, from 0 to 1, and what it does now in
   * place of the kind's `info`.
   */
  run(parameters: Static<S>, signal: AbortSignal, progress: TellProgress): Promise<void>
  /** Runs once a cancelled job has ended. It may run several times. */
  afterCancel?(parameters: Static<S>): Promise<void>
  /** Runs once a job that failed again and again is given up. It may run several times. */
  afterGivingUp?(parameters: Static<S>): Promise<void>
}

export type RegisteredKind = Omit<JobKind, 'parameters' | 'description' | 'info'> & {
  /** `undefined` for parameters of another version of this program. */
  bind(parameters: unknown): BoundJob | undefined
}

/** A kind with the parameters of one job. */
export interface BoundJob {
  readonly kind: RegisteredKind
  readonly description: string
  readonly info: string
  run(signal: AbortSignal, progress: TellProgress): Promise<void>
  afterCancel(): Promise<void>
  afterGivingUp(): Promise<void>
}

export function registeredKind<S extends TSchema>(kind: JobKind<S>, work: JobWork<S>): RegisteredKind {
  const registered: RegisteredKind = {
    ...kind,
    bind: (parameters) =>
      Value.Check(kind.parameters, parameters)
        ? {
            kind: registered,
            description: kind.description(parameters),
            info: kind.info(parameters),
            run: (signal, progress) => work.run(parameters, signal, progress),
            afterCancel: async () => work.afterCancel?.(parameters),
            afterGivingUp: async () => work.afterGivingUp?.(parameters),
          }
        : undefined,
  }
  return registered
}
