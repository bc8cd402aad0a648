/** Loads Logyard and a VictoriaLogs with the same documents, asks both the same questions, and prints ratios. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../median.ts'
import { folderSize } from './folder-size.ts'
import { type LoadFigures, type LoadOptions, loadProduct } from './load-product.ts'
import { type LogyardTarget, startLogyard } from './logyard-target.ts'
import type { Answer } from './peer-product.ts'
import { fieldQuestions, type PeerQuestion, peerQuestions } from './peer-questions.ts'
import { questionValues } from './question-values.ts'
import { storedColumns } from './stored-columns.ts'
import { startVictoriaLogs, type VictoriaLogsTarget, victoriaLogsProgram } from './victoria-logs.ts'

type Print = (line: string) => void

export interface PeerOptions extends LoadOptions {
  /** Measures Logyard without a peer. */
  readonly isAlone: boolean
  /** Path of the program of VictoriaLogs. */
  readonly program: string | undefined
}

/** Measured rounds per question; one more goes before them. */
const ROUNDS = 5
const WIDTHS = [34, 16, 16, 10]

export async function benchPeer(print: Print, options: PeerOptions): Promise<void> {
  const program = options.isAlone ? undefined : victoriaLogsProgram(options.program)
  await using folders = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'logyard-peer-'))
  folders.defer(() => rm(folder, { recursive: true, force: true }))
  const [peerFolder, ownFolder] = [join(folder, 'peer'), join(folder, 'logyard')]
  await mkdir(ownFolder)
  const load = loadavg()[0]?.toFixed(1)
  print(
    `${options.documents} documents, ${options.batch} a request, two connections; load of the machine before: ${load}`,
  )
  if (program === undefined) {
    await using logyard = await startLogyard(ownFolder)
    await measureAlone(logyard, options, print)
    return
  }
  await using peer = await startVictoriaLogs(program, peerFolder)
  const peerFigures = await loadProduct(peer, options)
  await using logyard = await startLogyard(ownFolder)
  const ownFigures = await loadProduct(logyard, options)
  printComparison(ownFigures, peerFigures, print)
  await compareQuestions(logyard, peer, options.documents, print)
}

const row = (cells: readonly string[]) =>
  cells.map((cell, place) => (place === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[place] ?? 0))).join('')
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

function printComparison(own: LoadFigures, peer: LoadFigures, print: Print): void {
  const line = (name: string, of: (figures: LoadFigures) => number, digits: number) =>
    print(row([name, of(own).toFixed(digits), of(peer).toFixed(digits), (of(own) / of(peer)).toFixed(2)]))
  print(row(['', 'Logyard', 'VictoriaLogs', 'ratio']))
  line('documents/s until searchable', ({ perSecond }) => perSecond, 0)
  line('processor us a document', ({ processorUs }) => sum(processorUs), 1)
  line('peak memory MB', ({ peaks }) => peaks.residentMb, 0)
  line('  without mapped files', ({ peaks }) => peaks.anonymousMb, 0)
  line('bytes on disk a document, merged', ({ bytes }) => bytes, 1)
  for (const [name, { refused }] of [
    ['Logyard', own],
    ['VictoriaLogs', peer],
  ] as const) {
    if (refused > 0) print(`${name} was overloaded and rejected ${refused} requests, which were sent again`)
  }
}

interface Timed {
  readonly ms: number
  readonly answer: Answer
}

async function timed(ask: () => Promise<Answer>): Promise<Timed> {
  const startedAtMs = performance.now()
  const answer = await ask()
  return { ms: performance.now() - startedAtMs, answer }
}

async function compareQuestions(
  logyard: LogyardTarget,
  peer: VictoriaLogsTarget,
  documents: number,
  print: Print,
): Promise<void> {
  print(row(['median ms', 'Logyard', 'VictoriaLogs', 'ratio']))
  for (const question of peerQuestions) {
    const own: number[] = []
    const others: number[] = []
    let difference: string | undefined
    for (let round = 0; round <= ROUNDS; round++) {
      const values = questionValues(documents, round)
      const askOwn = () => timed(() => question.logyard(logyard.client, values))
      const askPeer = () => timed(() => question.victoriaLogs(peer.client, values))
      // Alternating, so that other load on the machine affects both.
      const isOwnFirst = round % 2 === 0
      const [first, second] = isOwnFirst ? [await askOwn(), await askPeer()] : [await askPeer(), await askOwn()]
      const [mine, other] = isOwnFirst ? [first, second] : [second, first]
      difference ??= differenceOf(question, mine.answer, other.answer)
      // The first round warms the caches.
      if (round > 0) {
        own.push(mine.ms)
        others.push(other.ms)
      }
    }
    const [mine, other] = [median(own), median(others)]
    print(row([question.name, mine.toFixed(1), other.toFixed(1), (mine / other).toFixed(2)]))
    if (difference !== undefined) print(`  warning: ${question.name}: ${difference}`)
  }
}

/** Describes how the answers differ, if they do. */
function differenceOf({ tolerance = 0 }: PeerQuestion, own: Answer, peer: Answer): string | undefined {
  const isClose = Math.abs(own.total - peer.total) <= tolerance * Math.max(Math.abs(own.total), Math.abs(peer.total))
  if (isClose && own.page === peer.page) return undefined
  const described = ({ total, page }: Answer) => `${total}${page === undefined ? '' : ` with a page of ${page}`}`
  return `the total is ${described(own)} in Logyard, ${described(peer)} in VictoriaLogs`
}

async function measureAlone(logyard: LogyardTarget, options: PeerOptions, print: Print): Promise<void> {
  const { documents } = options
  const { perSecond, processorUs, peaks, bytes, refused } = await loadProduct(logyard, options)
  const [server = 0, ...engine] = processorUs
  print(`${perSecond.toFixed(0)} documents/s until searchable; ${refused} requests rejected and sent again`)
  print(
    `processor time ${sum(processorUs).toFixed(1)} us a document: ` +
      `server ${server.toFixed(1)}, engine ${sum(engine).toFixed(1)}, merges included`,
  )
  print(`peak memory ${peaks.residentMb.toFixed(0)} MB, ${peaks.anonymousMb.toFixed(0)} MB without mapped files`)
  print(`on disk, merged: ${bytes.toFixed(1)} bytes a document`)
  for (const [name, size] of await storedColumns(logyard.store)) {
    if (size >= documents / 100) print(row([`  ${name}`, (size / documents).toFixed(2)]))
  }
  const whole = await folderSize(logyard.server.dataFolder)
  print(`data folder with journal, settings and logs: ${(whole / 1e6).toFixed(0)} MB`)
  print(row(['question', 'median ms', 'total']))
  for (const question of [...peerQuestions, ...fieldQuestions]) {
    const times: Timed[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      times.push(await timed(() => question.logyard(logyard.client, questionValues(documents, round))))
    }
    const measured = times.slice(1)
    const total = measured.at(-1)?.answer.total ?? 0
    print(row([question.name, median(measured.map(({ ms }) => ms)).toFixed(1), `${Math.round(total)}`]))
  }
}
