/** Agents of version 1.5: each poll asks for the version, registers, and asks for collectors and configurations. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN_PASSWORD } from '@logyard/server/testing/server-process'
import { type AgentAnswer, type AgentClient, type AgentRequest, createAgentClient } from './agent-client.ts'

const SECOND_MS = 1000

interface AgentState {
  readonly id: string
  readonly name: string
  readonly tags: Map<string, string>
  collectorsTag: string
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

export async function startAgents(url: string, count: number) {
  const client = createAgentClient(url)
  const { asAdmin, token, filebeat, configuration } = await prepare(client)
  const authorization = basic(token, 'token')
  /** Durations of all requests since the list was emptied, in milliseconds. */
  const latencies: number[] = []
  let failed = 0
  let restarted = 0
  const states = Array.from({ length: count }, (_, index): AgentState => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    return { id, name: `host-${index}.example.org`, collectorsTag: '', tags: new Map() }
  })

  async function ask(expected: readonly number[], wanted: Omit<AgentRequest, 'authorization'>): Promise<AgentAnswer> {
    const startedAtMs = performance.now()
    const answer = await client.ask({ ...wanted, authorization })
    latencies.push(performance.now() - startedAtMs)
    if (!expected.includes(answer.status)) failed += 1
    return answer
  }

  async function poll(state: AgentState): Promise<void> {
    await ask([200], { method: 'GET', path: '' })
    const body = reportOf(state.name, filebeat)
    const registered = JSON.parse((await ask([202], { method: 'PUT', path: `/sidecars/${state.id}`, body })).text)
    const actions: readonly { properties: { restart?: boolean } }[] = registered.actions ?? []
    restarted += actions.filter(({ properties }) => properties.restart === true).length
    const list = await ask([200, 304], { method: 'GET', path: '/sidecar/collectors', tag: state.collectorsTag })
    state.collectorsTag = list.tag
    for (const { configuration_id: id } of registered.assignments ?? []) {
      const path = `/sidecar/configurations/render/${state.id}/${id}`
      state.tags.set(id, (await ask([200, 304], { method: 'GET', path, tag: state.tags.get(id) })).tag)
    }
  }

  return {
    latencies,
    /** Responses with an unexpected status. */
    failures: () => failed,
    /** Restarts that agents were asked for. */
    restarts: () => restarted,
    /** Agents that have a rendered configuration. */
    configured: () => states.filter(({ tags }) => tags.size === 1).length,
    /** Each agent polls once, evenly spread over the time. */
    async pollAll(seconds: number) {
      const startedAtMs = performance.now()
      const polls: Promise<void>[] = []
      for (const [index, state] of states.entries()) {
        const waitMs = startedAtMs + (index / count) * seconds * SECOND_MS - performance.now()
        if (waitMs > 1) await sleep(waitMs)
        polls.push(poll(state))
      }
      await Promise.all(polls)
    },
    /** Resolves with how long it took. */
    assignAll: () =>
      timed(() => {
        const assignments = [{ collector_id: filebeat, configuration_id: configuration }]
        const nodes = states.map(({ id }) => ({ node_id: id, assignments }))
        return asAdmin('PUT', '/sidecars/configurations', { nodes })
      }),
    restartAll: () =>
      timed(() => {
        const collectors = states.map(({ id }) => ({ sidecar_id: id, collector_ids: [filebeat] }))
        return asAdmin('PUT', '/sidecar/administration/action', { action: 'restart', collectors })
      }),
    /** How long the first pages of the overview and of the administration take together. */
    listPages: () =>
      timed(async () => {
        await asAdmin('GET', '/sidecars?page=1&per_page=50&query=host&sort=last_seen&order=desc&only_active=true')
        await asAdmin('POST', '/sidecar/administration', { page: 1, per_page: 50, filters: { os: 'linux' } })
      }),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}

/** A token for the agents, and a configuration to assign. */
async function prepare({ ask }: AgentClient) {
  const authorization = basic('admin', ADMIN_PASSWORD)
  const asAdmin = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await ask({ method, path, authorization, body })
    if (status >= 300) throw new Error(`${method} ${path} was refused with ${status}: ${text.slice(0, 200)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const { token } = await asAdmin('POST', '/users/graylog-sidecar/tokens/bench', {})
  const { collectors } = await asAdmin('GET', '/sidecar/collectors')
  const { id: filebeat, default_template: template } = collectors.find(
    (one: { readonly name: string; readonly node_operating_system: string }) =>
      one.name === 'filebeat' && one.node_operating_system === 'linux',
  )
  const draft = { name: 'bench', collector_id: filebeat, color: '#FFFFFF', template }
  const configuration = await asAdmin('POST', '/sidecar/configurations', draft)
  return { asAdmin, token: String(token), filebeat: String(filebeat), configuration: String(configuration.id) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now()
  await work()
  return performance.now() - startedAtMs
}

const reportOf = (node_name: string, collector_id: string) => ({
  node_name,
  node_details: {
    operating_system: 'Linux',
    ip: '192.0.2.7',
    metrics: { disks_75: [], cpu_idle: 93.1, load_1: 0.42 },
    log_file_list: [],
    status: {
      status: 0,
      message: '1 running / 0 stopped / 0 failing',
      collectors: [{ collector_id, status: 0, message: 'Running', verbose_message: '' }],
    },
  },
})
