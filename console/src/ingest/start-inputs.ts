/** Inputs that senders can use at once, started on free ports. */
import {
  createInput,
  type InputTypeInfo,
  listInputTypesWhole,
  startInputInCluster,
  updateInput,
} from '@logyard/contract/ingest/inputs'
import type { Call } from '../api/api-client.ts'
import { configurationToSend, initialConfiguration } from '../ui/configured-form/configuration-values.ts'
import { isPortTaken, plainReason, settledStates } from './input-states.ts'

interface FirstInput {
  readonly type: string
  readonly port: number
}

/** Ports above 1023, which need no privileges. */
export const FIRST_INPUTS: readonly FirstInput[] = [
  { type: 'org.graylog2.inputs.gelf.udp.GELFUDPInput', port: 12_201 },
  { type: 'org.graylog2.inputs.syslog.udp.SyslogUDPInput', port: 1514 },
]
const ATTEMPTS = 10

export interface StartedInput {
  readonly title: string
  readonly port: number
  readonly wantedPort: number
  /** Why it does not run; `undefined` if it does. */
  readonly failure: string | undefined
}

export const BEATS_INPUT: FirstInput = { type: 'org.graylog.plugins.beats.Beats2Input', port: 5044 }

export async function startInputs(call: Call, wanted: readonly FirstInput[]): Promise<readonly StartedInput[]> {
  const types = await call(listInputTypesWhole)
  const started: StartedInput[] = []
  for (const { type, port } of wanted) {
    const known = types[type]
    if (known !== undefined) started.push(await startOnFreePort(call, known, port))
  }
  return started
}

async function startOnFreePort(call: Call, type: InputTypeInfo, wantedPort: number): Promise<StartedInput> {
  const title = type.name
  const { requested_configuration: request } = type
  const draft = (port: number) => ({
    title,
    type: type.type,
    global: true,
    configuration: configurationToSend(request, { ...initialConfiguration(request), port }),
  })
  const { id } = await call(createInput, { body: draft(wantedPort) })
  for (let port = wantedPort; ; port += 1) {
    const states = await settledStates(call, id)
    const failed = states.find(({ state }) => state === 'FAILED')
    if (failed === undefined) return { title, port, wantedPort, failure: undefined }
    const reason = failed.detailed_message
    if (!isPortTaken(reason) || port - wantedPort >= ATTEMPTS)
      return { title, port, wantedPort, failure: plainReason(reason ?? '') }
    await call(updateInput, { params: { id }, body: draft(port + 1) })
    await call(startInputInCluster, { params: { id } })
  }
}
