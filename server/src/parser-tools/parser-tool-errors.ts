import { LogyardError } from '../platform/errors.ts'

export const regexInvalid = (problem: string) =>
  new LogyardError('invalid', 'regex-invalid', `Invalid regular expression: ${problem}`)

export const replacementInvalid = (problem: string) =>
  new LogyardError('invalid', 'replacement-invalid', `Invalid replacement: ${problem}`)

export const jsonTooLarge = (problem: string) => new LogyardError('invalid', 'json-too-large', problem)
