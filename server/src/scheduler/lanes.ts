/**
 * Lanes of due triggers. The triggers of one job that run in the name of one owner are a lane: the longest due is first.
 * Between the lanes of an owner the turn goes to the job that used least time. Each step costs the logarithm of the
 * number of triggers, however many lanes wait.
 */
import { createHeap, type Heap } from './heap.ts'

export interface Lane {
  readonly type: string
  readonly jobId: string
  /** The user in whose name the triggers run, or a part of the server. */
  readonly owner: string
}

export interface LaneTrigger extends Lane {
  readonly id: string
  /** Instant on the monotonic clock. */
  readonly dueMs: number
}

/** Who may take a turn. */
export interface TurnRules {
  hasRoom(type: string): boolean
  /** `busy` until a run of the job ends, `held` for some time. */
  stateOf(lane: Lane): 'free' | 'busy' | 'held'
  /** One lane of each owner. */
  choose(type: string, lanes: readonly Lane[]): Lane | undefined
}

export interface Lanes<T extends LaneTrigger> {
  add(trigger: T): void
  /** Removes the trigger that is next, if a lane may take a turn. */
  take(nowMs: number, rules: TurnRules): T | undefined
  /** A run of what `take` returned has ended. */
  ended(lane: Lane, tookMs: number): void
  /** Until a lane is due that is not due yet; `Infinity` if there is none. */
  waitMs(nowMs: number): number
  /** Removes all triggers; what their jobs used is remembered. */
  clear(): void
}

/** Until a lane that is held is looked at again. */
const HELD_MS = 1000

interface OpenLane<T> extends Lane {
  readonly triggers: Heap<T>
  state: 'waiting' | 'ready' | 'busy'
  /** It is not looked at before. */
  heldUntilMs: number
  /** Its valid place in a heap; older ones are dropped when they come up. */
  entry: Entry<T> | undefined
}

/** A place of a lane: by time among those that are not due, by used time among those of an owner that are. */
interface Entry<T> {
  readonly lane: OpenLane<T>
  readonly at: number
  readonly turn: number
}

/** The lanes of a type and an owner. */
interface Group<T> {
  readonly type: string
  readonly ready: Heap<Entry<T>>
  /** Used time by job, as long as the owner has something that is due or runs. */
  readonly usedMs: Map<string, number>
  /** What the job with the last turn had used. Others count as having used as much: nobody saves up time. */
  leastMs: number
  running: number
}

interface State<T> {
  /** Whether the trigger is as it was when it was added. */
  readonly isCurrent: (trigger: T) => boolean
  readonly lanes: Map<string, OpenLane<T>>
  readonly groups: Map<string, Group<T>>
  readonly waiting: Heap<Entry<T>>
  /** Lanes by job: those that wait for the end of one of its runs. */
  readonly busy: Map<string, Set<OpenLane<T>>>
  turns: number
}

const compareEntries = <T>(a: Entry<T>, b: Entry<T>) => a.at - b.at || a.turn - b.turn
const laneKey = ({ type, jobId, owner }: Lane) => `${type} ${jobId} ${owner}`
const groupKey = ({ type, owner }: Lane) => `${type} ${owner}`

export function createLanes<T extends LaneTrigger>(isCurrent: (trigger: T) => boolean): Lanes<T> {
  const state: State<T> = {
    isCurrent,
    lanes: new Map(),
    groups: new Map(),
    waiting: createHeap<Entry<T>>(compareEntries),
    busy: new Map(),
    turns: 0,
  }
  return {
    add(trigger) {
      const lane = state.lanes.getOrInsertComputed(laneKey(trigger), () => openLane(trigger))
      lane.triggers.push(trigger)
      if (lane.state === 'waiting') wait(state, lane)
    },
    take(nowMs, rules) {
      makeReady(state, nowMs)
      dropIdleGroups(state)
      for (const [type, groups] of Map.groupBy(state.groups.values(), (group) => group.type)) {
        if (!rules.hasRoom(type)) continue
        const firsts = groups.flatMap((group) => firstFree(state, group, nowMs, rules) ?? [])
        const chosen = firsts.length === 0 ? undefined : rules.choose(type, firsts)
        const lane = chosen && firsts.find((one) => one === chosen)
        if (lane !== undefined) return takeFrom(state, lane)
      }
      return undefined
    },
    ended(lane, tookMs) {
      const group = groupOf(state, lane)
      group.running -= 1
      group.usedMs.set(lane.jobId, usedOf(group, lane) + tookMs)
      const own = state.lanes.get(laneKey(lane))
      // It is due by its time again, and so takes its place by what it used now.
      if (own?.state === 'ready') wait(state, own)
      for (const other of state.busy.get(lane.jobId) ?? []) wait(state, other)
      state.busy.delete(lane.jobId)
    },
    waitMs(nowMs) {
      const first = currentTop(state.waiting)
      return first === undefined ? Number.POSITIVE_INFINITY : first.at - nowMs
    },
    clear() {
      state.lanes.clear()
      state.busy.clear()
      state.waiting.clear()
      for (const { ready } of state.groups.values()) ready.clear()
    },
  }
}

const openLane = <T extends LaneTrigger>({ type, jobId, owner }: T): OpenLane<T> => ({
  type,
  jobId,
  owner,
  triggers: createHeap<T>((a, b) => a.dueMs - b.dueMs),
  state: 'waiting',
  heldUntilMs: Number.NEGATIVE_INFINITY,
  entry: undefined,
})

const groupOf = <T>({ groups }: State<T>, lane: Lane): Group<T> =>
  groups.getOrInsertComputed(groupKey(lane), () => ({
    type: lane.type,
    ready: createHeap<Entry<T>>(compareEntries),
    usedMs: new Map(),
    leastMs: 0,
    running: 0,
  }))

function dropIdleGroups<T>({ groups }: State<T>): void {
  for (const [key, { running, ready }] of groups) if (running === 0 && ready.peek() === undefined) groups.delete(key)
}

const usedOf = <T>({ usedMs, leastMs }: Group<T>, { jobId }: Lane) => Math.max(usedMs.get(jobId) ?? 0, leastMs)

function place<T>(state: State<T>, heap: Heap<Entry<T>>, lane: OpenLane<T>, at: number): void {
  state.turns += 1
  lane.entry = { lane, at, turn: state.turns }
  heap.push(lane.entry)
}

/** Until the first trigger of the lane is due. A lane without triggers is closed. */
function wait<T extends LaneTrigger>(state: State<T>, lane: OpenLane<T>): void {
  const first = firstTrigger(state, lane)
  const before = lane.state === 'waiting' ? lane.entry : undefined
  lane.state = 'waiting'
  if (first === undefined) {
    lane.entry = undefined
    state.lanes.delete(laneKey(lane))
    return
  }
  const at = Math.max(first.dueMs, lane.heldUntilMs)
  if (before === undefined || before.at !== at) place(state, state.waiting, lane, at)
}

function firstTrigger<T extends LaneTrigger>({ isCurrent }: State<T>, { triggers }: OpenLane<T>): T | undefined {
  for (;;) {
    const top = triggers.peek()
    if (top === undefined || isCurrent(top)) return top
    triggers.pop()
  }
}

function currentTop<T>(heap: Heap<Entry<T>>): Entry<T> | undefined {
  for (;;) {
    const top = heap.peek()
    if (top === undefined || top.lane.entry === top) return top
    heap.pop()
  }
}

function makeReady<T extends LaneTrigger>(state: State<T>, nowMs: number): void {
  for (;;) {
    const top = currentTop(state.waiting)
    if (top === undefined || top.at > nowMs) return
    state.waiting.pop()
    const { lane } = top
    lane.entry = undefined
    const first = firstTrigger(state, lane)
    if (first === undefined || first.dueMs > nowMs) {
      wait(state, lane)
      continue
    }
    const group = groupOf(state, lane)
    lane.state = 'ready'
    place(state, group.ready, lane, usedOf(group, lane))
  }
}

function firstFree<T extends LaneTrigger>(
  state: State<T>,
  group: Group<T>,
  nowMs: number,
  rules: TurnRules,
): OpenLane<T> | undefined {
  for (;;) {
    const lane = currentTop(group.ready)?.lane
    if (lane === undefined) break
    const first = firstTrigger(state, lane)
    const isDue = first !== undefined && first.dueMs <= nowMs
    const answer = isDue ? rules.stateOf(lane) : 'free'
    if (isDue && answer === 'free') return lane
    group.ready.pop()
    lane.entry = undefined
    if (answer === 'held') lane.heldUntilMs = nowMs + HELD_MS
    if (answer !== 'busy') wait(state, lane)
    else {
      lane.state = 'busy'
      state.busy.getOrInsertComputed(lane.jobId, () => new Set()).add(lane)
    }
  }
  return undefined
}

function takeFrom<T extends LaneTrigger>(state: State<T>, lane: OpenLane<T>): T | undefined {
  const group = groupOf(state, lane)
  group.ready.pop()
  group.leastMs = usedOf(group, lane)
  group.usedMs.delete(lane.jobId)
  group.running += 1
  lane.entry = undefined
  const trigger = firstTrigger(state, lane)
  lane.triggers.pop()
  wait(state, lane)
  return trigger
}
