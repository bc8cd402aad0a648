/** Functions for tests of bounded runs. */
import { boundedTask } from '../bounded-task.ts'

export const double = (value: number) => value * 2
export function fail(sentence: string): never {
  throw new Error(sentence)
}
export const environment = () => Object.keys(process.env)
/** Exponential: takes seconds for 30 characters, years for 60. */
export const runAway = (text: string) => /^(a+)+$/.test(text)
export function fillMemory(): never {
  const objects: object[] = []
  for (;;) objects.push({ size: objects.length })
}
/** A map grows in steps that a heap limit cannot confine. */
export function fillMap(): never {
  const map = new Map<number, number>()
  for (let at = 0; ; at += 1) map.set(at, at)
}

const { url } = import.meta
export const sampleRuns = {
  double: boundedTask(url, double),
  fail: boundedTask(url, fail),
  environment: boundedTask(url, environment),
  runAway: boundedTask(url, runAway),
  fillMemory: boundedTask(url, fillMemory),
  fillMap: boundedTask(url, fillMap),
}
