/**
 * A whole Logyard with two streams and users of every kind. Each user may see only a part of it: all the rest holds
 * words that appear nowhere else.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEARCHES_CONFIG_KEY } from '@logyard/contract/search/searches-config'
import { INPUT, type Receiver, startReceiver } from '../../senders/testing/receiver.ts'
import { ADMIN, type AdminCalls, adminCalls } from './admin-calls.ts'
import { type Caller, makeCallers, unchanging } from './callers.ts'
import { FOREIGN_WORDS, secretsOf } from './canaries.ts'
import { makeForeignEntities } from './foreign-entities.ts'
import { type IdsByKind, type KnownEntities, LOCAL_ID } from './known-entities.ts'
import { startLure } from './lure.ts'
import { sendMessages } from './sent-messages.ts'

export interface AttackedWorld extends AsyncDisposable {
  readonly receiver: Receiver
  readonly callers: readonly Caller[]
  /** May see everything except secrets. */
  readonly admin: Caller
  /** The requests that the server was made to send to another one. */
  readonly lured: readonly string[]
  /** Sends a message of each stream, those that must not be seen first. */
  sendMore(): Promise<void>
  readonly ask: AdminCalls['ask']
}

/** Path parameters that belong to no user. */
const WORDS: IdsByKind = {
  status: ['enabled'],
  tokenname: ['mine'],
  notificationtype: ['no_input_running'],
  clusterconfigkey: [SEARCHES_CONFIG_KEY],
  systemjob: [LOCAL_ID],
  strategyclass: ['org.graylog2.indexer.rotation.strategies.MessageCountRotationStrategy'],
  number: ['1'],
  ns: ['org'],
  metricname: ['jvm.memory.heap.used'],
  inputtype: [INPUT.gelfHttp],
  staticfieldkey: ['room'],
  searchtype: [LOCAL_ID],
  route: ['users'],
  collectorname: ['spare'],
  configurationname: ['spare'],
  logger: ['logyard.search'],
  subsystem: ['indexer'],
  level: ['info'],
}

export async function startAttackedWorld(): Promise<AttackedWorld> {
  await using starting = new AsyncDisposableStack()
  const receiver = starting.use(
    await startReceiver({ env: { LOGYARD_LEGACY_ALERTS: 'true', LOGYARD_ALERT_CHECK_SECONDS: '1' } }),
  )
  const lure = starting.use(await startLure())
  const { dataFolder } = receiver.server
  const secretFile = join(dataFolder, 'attack-file.txt')
  writeFileSync(secretFile, 'zqfile of the machine\n')

  const calls = adminCalls(receiver.url)
  const { ids, stream, open, input, given } = await makeForeignEntities(receiver, calls)
  const node = String((await calls.read('/')).node_id)
  const known: KnownEntities = {
    own: { ...WORDS, node: [node] },
    foreign: ids,
    foreignStream: stream,
    ownStream: open,
    secretFile,
    lure: lure.url,
  }
  const secrets = secretsOf(dataFolder, given)
  const callers = await makeCallers(calls, { known, open, canaries: [...secrets, ...FOREIGN_WORDS] })

  const running = starting.move()
  return {
    receiver,
    callers,
    admin: { name: 'admin', credentials: unchanging(ADMIN), known, canaries: secrets },
    lured: lure.lured,
    sendMore: () => sendMessages(input, 1),
    ask: calls.ask,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
