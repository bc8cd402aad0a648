/**
 * Shifts the time of a whole server process, its threads included, for tests and the standing attack; the clock of the
 * machine stays as it is. `Date` is shifted by the milliseconds in a file, which is read at most every 100 ms:
 *
 *   startServer({ env: { NODE_OPTIONS: `--import=${SHIFT_CLOCK}`, TEST_CLOCK_SHIFT_FILE: file } })
 *   writeFileSync(file, String(7_200_000))   // 2 hours ahead; '0' is right again, '-7200000' 2 hours behind
 *
 * The embedded engine is another program: its own `now()` is not shifted, and the notice `check_server_clocks` says so.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'

const RealDate = Date
const READ_EVERY_MS = 100
const file = process.env.TEST_CLOCK_SHIFT_FILE
let readAtMs = Number.NEGATIVE_INFINITY
let shiftMs = 0

function shiftedNow() {
  if (performance.now() - readAtMs >= READ_EVERY_MS) {
    readAtMs = performance.now()
    try {
      shiftMs = Number(readFileSync(file ?? '', 'utf8')) || 0
    } catch {
      shiftMs = 0
    }
  }
  return RealDate.now() + shiftMs
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget),
  apply: () => new RealDate(shiftedNow()).toString(),
  get: (target, name, receiver) => (name === 'now' ? shiftedNow : Reflect.get(target, name, receiver)),
})
