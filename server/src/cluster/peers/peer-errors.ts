import { LogyardError } from '../../platform/errors.ts'

export const nodeUnreachable = (nodeId: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('unreachable', 'node-unreachable', `Node ${nodeId} did not answer: ${reason}`, options)

export const nodeRefusedCall = (nodeId: string, reason: string) =>
  new LogyardError(
    'unreachable',
    'node-refused-call',
    `Node ${nodeId} did not accept the signature of this node: ${reason}`,
  )

export const nodeAnswerTooLarge = (nodeId: string) =>
  new LogyardError('unreachable', 'node-answer-too-large', `The answer of node ${nodeId} is too large`)

export const passedOnTwice = (nodeId: string) =>
  new LogyardError('invalid', 'call-passed-on-twice', `A call for node ${nodeId} was passed on to another node`)
