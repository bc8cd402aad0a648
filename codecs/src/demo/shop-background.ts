/** Background activity without customers: firewall hits, sign-ins to hosts, cluster operations. */
import type { DemoMessage } from './demo-message.ts'
import type { Dice } from './dice.ts'
import { visitor } from './shop-visitor.ts'
import { NODES, STRANGERS } from './shop-world.ts'

const WARNING = 4
const NOTICE = 5
const INFO = 6

const KNOCKED_PORTS = [22, 23, 25, 80, 443, 445, 1433, 3306, 3389, 5432, 6379, 8080] as const

export function firewallMessage(dice: Dice, nowMs: number): DemoMessage {
  const isStranger = dice.chance(0.6)
  const from = isStranger ? visitor(dice, STRANGERS) : visitor(dice)
  const action = isStranger ? 'DROP' : 'ACCEPT'
  const port = isStranger ? dice.pick(KNOCKED_PORTS) : 443
  const protocol = dice.chance(0.9) ? 'TCP' : 'UDP'
  const fromPort = 1024 + dice.below(64_000)
  const to = `10.0.0.${1 + dice.below(8)}`
  const bytes = isStranger ? 40 + dice.below(24) : dice.skewed(12_000, 1)
  return {
    timestampMs: nowMs,
    source: 'fw-1',
    level: isStranger ? NOTICE : INFO,
    message: `${action} IN=wan0 SRC=${from.address} DST=${to} PROTO=${protocol} SPT=${fromPort} DPT=${port} LEN=${bytes}`,
    fields: {
      log_type: 'firewall',
      action,
      protocol,
      interface: 'wan0',
      client_ip: from.address,
      client_country: from.country,
      client_geo: from.geo,
      src_port: fromPort,
      dst_ip: to,
      dst_port: port,
      bytes,
    },
  }
}

const OPERATORS = ['deploy', 'maria', 'tom', 'backup'] as const
const GUESSED = ['root', 'admin', 'test', 'oracle', 'postgres', 'ubuntu', 'git'] as const

/** Occasional sign-ins to a host, by employees or attackers. */
export function hostSignIn(dice: Dice, nowMs: number): DemoMessage {
  if (dice.chance(0.25)) return refusedSignIn(dice, nowMs, visitor(dice, STRANGERS))
  const user = dice.pick(OPERATORS)
  return signInMessage(dice, nowMs, {
    text: `Accepted publickey for ${user} from 10.0.9.${2 + dice.below(6)}`,
    user,
    method: 'publickey',
    isRefused: false,
  })
}

const ATTACKER: From = { address: '198.18.44.66', country: 'CN', geo: '31.23,121.474' }

/** One of many password guesses from the same address. */
export const bruteForceSignIn = (dice: Dice, nowMs: number): DemoMessage => refusedSignIn(dice, nowMs, ATTACKER)

/** The successful guess. */
export function breakIn(dice: Dice, nowMs: number): DemoMessage {
  const user = 'backup'
  return signInMessage(dice, nowMs, {
    text: `Accepted password for ${user} from ${ATTACKER.address}`,
    user,
    method: 'password',
    isRefused: false,
    from: ATTACKER,
  })
}

type From = Pick<ReturnType<typeof visitor>, 'address' | 'country' | 'geo'>

function refusedSignIn(dice: Dice, nowMs: number, from: From): DemoMessage {
  const user = dice.pick(GUESSED)
  return signInMessage(dice, nowMs, {
    text: `Failed password for invalid user ${user} from ${from.address}`,
    user,
    method: 'password',
    isRefused: true,
    from,
  })
}

function signInMessage(
  dice: Dice,
  nowMs: number,
  about: {
    readonly text: string
    readonly user: string
    readonly method: string
    readonly isRefused: boolean
    readonly from?: From
  },
): DemoMessage {
  return {
    timestampMs: nowMs,
    source: dice.pick(['bastion-1', 'db-1', 'web-1']),
    level: about.isRefused ? WARNING : INFO,
    message: `sshd[${1000 + dice.below(30_000)}]: ${about.text} port ${1024 + dice.below(64_000)} ssh2`,
    fields: {
      log_type: 'auth',
      process: 'sshd',
      user: about.user,
      auth_method: about.method,
      auth_result: about.isRefused ? 'failure' : 'success',
      client_ip: about.from?.address,
      client_country: about.from?.country,
      client_geo: about.from?.geo,
    },
  }
}

const SERVICES = ['catalog', 'search', 'cart', 'checkout', 'payments', 'accounts'] as const
interface UsualEvent {
  readonly weight: number
  readonly reason: string
  readonly text: string
  readonly level: number
}
const USUAL: readonly [UsualEvent, ...UsualEvent[]] = [
  { weight: 5, reason: 'Pulled', text: 'Container image is already present on the machine', level: INFO },
  { weight: 5, reason: 'Started', text: 'Started container app', level: INFO },
  { weight: 3, reason: 'SuccessfulCreate', text: 'Created pod', level: INFO },
  {
    weight: 2,
    reason: 'Unhealthy',
    text: 'Readiness probe failed: HTTP probe failed with statuscode: 503',
    level: WARNING,
  },
  { weight: 1, reason: 'BackOff', text: 'Back-off restarting failed container app', level: WARNING },
  { weight: 1, reason: 'OOMKilling', text: 'Memory cgroup out of memory: killed process java', level: WARNING },
]

export function clusterEvent(dice: Dice, nowMs: number): DemoMessage {
  const { reason, text, level } = dice.pickWeighted(USUAL)
  return event(dice, nowMs, { service: dice.pick(SERVICES), reason, text, level })
}

const ROLLOUT_STEP_MS = 4000

/** A rollout, pod by pod, that ends at `nowMs`. */
export function rollout(
  dice: Dice,
  nowMs: number,
  { from, to }: { readonly from: string; readonly to: string },
): readonly DemoMessage[] {
  const service = 'checkout'
  const image = `registry.example.com/shop/checkout:${to}`
  const steps: readonly (readonly [reason: string, text: string])[] = [
    ['ScalingReplicaSet', `Scaled up replica set checkout from version ${from} to ${to}`],
    ['Pulling', `Pulling image "${image}"`],
    ['Pulled', `Successfully pulled image "${image}"`],
    ['Started', `Started container app, version ${to}`],
    ['Killing', `Stopping container app, version ${from}`],
    ['ScalingReplicaSet', `Scaled down replica set checkout, version ${from}, to 0`],
  ]
  return steps.map(([reason, text], place) => {
    const made = event(dice, nowMs - (steps.length - place) * ROLLOUT_STEP_MS, { service, reason, text, level: NOTICE })
    return { ...made, fields: { ...made.fields, version: to } }
  })
}

function event(
  dice: Dice,
  nowMs: number,
  about: { readonly service: string; readonly reason: string; readonly text: string; readonly level: number },
): DemoMessage {
  const pod = `${about.service}-${dice.hex(8)}-${dice.hex(5)}`
  return {
    timestampMs: nowMs,
    source: dice.pick(NODES),
    level: about.level,
    message: `${about.reason} pod/${pod}: ${about.text}`,
    fields: {
      log_type: 'kubernetes',
      reason: about.reason,
      namespace: 'shop',
      pod,
      service: about.service,
      event_type: about.level <= WARNING ? 'Warning' : 'Normal',
    },
  }
}
