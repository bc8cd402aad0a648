/** The server of the endurance run, and calls to its API. */
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@logyard/server/testing/free-port'
import { ADMIN_PASSWORD, startServer } from '@logyard/server/testing/server-process'

export const INPUT = {
  gelfHttp: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
  gelfTcp: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput',
  syslogTcp: 'org.graylog2.inputs.syslog.tcp.SyslogTCPInput',
  syslogUdp: 'org.graylog2.inputs.syslog.udp.SyslogUDPInput',
  beats: 'org.graylog.plugins.beats.Beats2Input',
} as const

export interface LaunchedInput {
  readonly id: string
  readonly port: number
}

export interface EnduranceServer extends AsyncDisposable {
  readonly pid: number
  /** Address of the console, with a slash at the end. */
  readonly url: string
  /** Calls the API as administrator; fails unless the response is successful. */
  call(path: string, init?: RequestInit): Promise<Readonly<Record<string, unknown>>>
  /** Resolves with the id of the input, which need not be running. */
  create(type: string, configuration: object): Promise<string>
  /** Resolves once the input is running. */
  launch(type: string): Promise<LaunchedInput>
}

export const jsonPost = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })

const STATE_EVERY_MS = 100

export async function startEnduranceServer(env: Readonly<Record<string, string>>): Promise<EnduranceServer> {
  const server = await startServer({ env: { LOGYARD_LOG_LEVEL: 'error', ...env } })
  const authorization = `Basic ${btoa(`admin:${ADMIN_PASSWORD}`)}`
  const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'endurance' }
  const call: EnduranceServer['call'] = async (path, init = {}) => {
    const answer = await fetch(`${server.url}api${path}`, { headers, ...init })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return text === '' ? {} : Object(JSON.parse(text))
  }
  async function create(type: string, configuration: object): Promise<string> {
    const { id } = await call('/system/inputs', jsonPost({ title: type, type, global: true, configuration }))
    return String(id)
  }
  return {
    pid: server.pid,
    url: server.url,
    call,
    create,
    async launch(type) {
      const port = await freePort()
      const id = await create(type, { bind_address: '127.0.0.1', port })
      for (;;) {
        const { state } = await call(`/system/inputstates/${id}`).catch(() => ({ state: 'unknown' }))
        if (state === 'RUNNING') return { id, port }
        await sleep(STATE_EVERY_MS)
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
