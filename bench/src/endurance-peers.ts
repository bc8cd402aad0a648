/** The hostile half of the endurance run: frames that unpack to much, and peers that misbehave in each way. */
import { once } from 'node:events'
import { compressedFrame, windowFrame } from '@logyard/codecs/beats/testing/lumberjack-sender'
import { amqpConfiguration, BROKER_INPUTS } from '@logyard/server/testing/broker-inputs'
import {
  HOSTILE_BEHAVIOURS,
  type HostilePeer,
  type HostileProtocol,
  startHostilePeer,
} from '@logyard/server/testing/hostile-peers/hostile-peer'
import { connected } from './endurance-senders.ts'
import { type EnduranceServer, INPUT, jsonPost } from './endurance-server.ts'

const BOMB_BYTES = 4_000_000

/** Resolves with a function that sends one frame. */
export async function hostileFrames(server: EnduranceServer): Promise<() => Promise<void>> {
  const beats = await server.launch(INPUT.beats)
  const bomb = Buffer.concat([windowFrame(1), compressedFrame(Buffer.alloc(BOMB_BYTES))])
  return async () => {
    const socket = await connected(beats)
    socket.end(bomb)
    if (!socket.destroyed) await once(socket, 'close')
  }
}

/** Uses a client of the product; only that the server survives it matters, not what it answers. */
type Use = () => Promise<unknown>

const failsInWords = (asked: Promise<unknown>) => asked.catch(() => undefined)

const useDirectory = (server: EnduranceServer, { port }: HostilePeer): Use => {
  const config = {
    type: 'ldap',
    servers: [{ host: '127.0.0.1', port }],
    transport_security: 'none',
    user_search_base: 'dc=example,dc=org',
    user_search_pattern: '(uid={0})',
    user_name_attribute: 'uid',
    user_full_name_attribute: 'cn',
  }
  const login = jsonPost({
    backend_configuration: { title: 'Hostile', config },
    user_login: { username: 'ada', password: { set_value: 'x' } },
  })
  return () => failsInWords(server.call('/system/authentication/services/test/backend/login', login))
}

const useProvider = (server: EnduranceServer, { port }: HostilePeer): Use => {
  const issuer = `http://127.0.0.1:${port}`
  return () => failsInWords(server.call('/logyard/authentication/oidc/test', jsonPost({ issuer })))
}

async function useAdapter(server: EnduranceServer, name: string, config: object): Promise<Use> {
  await server.call('/system/lookup/adapters', jsonPost({ name, title: name, description: '', config }))
  return () => server.call(`/system/lookup/adapters/${name}/query?key=a.example`)
}

const httpAdapter = ({ port }: HostilePeer) => ({
  type: 'httpjsonpath',
  url: `http://127.0.0.1:${port}/`,
  single_value_jsonpath: '$.value',
  user_agent: 'Endurance',
})
const dnsAdapter = ({ port }: HostilePeer) => ({
  type: 'dnslookup',
  lookup_type: 'A',
  server_ips: `127.0.0.1:${port}`,
  request_timeout: 1000,
  cache_ttl_override_enabled: false,
})

/** The inputs connect by themselves, again and again, with growing pauses. */
async function connectBrokers(server: EnduranceServer, kafka: HostilePeer, amqp: HostilePeer): Promise<void> {
  await server.create(BROKER_INPUTS.kafka, {
    ...{ legacy_mode: false, bootstrap_server: `127.0.0.1:${kafka.port}`, topic_filter: '^logs$' },
    ...{ group_id: 'endurance', threads: 1, fetch_min_bytes: 5, fetch_wait_max: 100 },
  })
  await server.create(BROKER_INPUTS.amqp, amqpConfiguration(amqp.port))
}

/** A peer of each kind for each way to misbehave; the returned functions use them in turn. */
export async function hostilePeers(server: EnduranceServer, owned: AsyncDisposableStack): Promise<readonly Use[]> {
  const uses: Use[] = []
  for (const behaviour of HOSTILE_BEHAVIOURS) {
    const peer = async (protocol: HostileProtocol) => owned.use(await startHostilePeer({ protocol, behaviour }))
    uses.push(useDirectory(server, await peer('ldap')), useProvider(server, await peer('oidc')))
    uses.push(await useAdapter(server, `hostile-http-${behaviour}`, httpAdapter(await peer('http'))))
    uses.push(await useAdapter(server, `hostile-dns-${behaviour}`, dnsAdapter(await peer('dns'))))
    await connectBrokers(server, await peer('kafka'), await peer('amqp'))
  }
  return uses
}
