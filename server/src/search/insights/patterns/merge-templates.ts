/**
 * Groups templates of one statement: those that differ only in words of one position, at which many different words
 * occur or a name is expected. Templates are few, so this runs when patterns are requested.
 */
import {
  looseTokens,
  strictTokens,
  type TemplateToken,
  withoutOptionalParts,
} from '@logyard/languages/message-templates/template-tokens'

export interface CountedTemplate {
  /** Decimal digits. */
  readonly hash: string
  readonly text: string
  readonly count: number
}

/** Different words at one position that make it variable, with the rest of the template equal. */
const MANY_WORDS = 5
const MANY_AFTER_PREPOSITION = 3
/** Upper case words are mostly states of an enumeration. */
const MANY_STATES = 12
const MAX_ROUNDS = 6
/** Templates with more tokens in total are not compared, because the server answers nothing else meanwhile. */
const MAX_COMPARED_TOKENS = 100_000
/** Per round, for adding clusters to generalised ones. */
const MAX_ABSORB_STEPS = 1_000_000
/** Different positions of variable parts that are compared with every cluster. */
const MAX_SHAPES = 400

const NAME_BEFORE = new Set(
  `user users username login account group host hostname server client node device interface file directory folder
  topic queue table index database db domain package process program thread service container pod image job task
  instance volume disk bucket tenant customer session`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
const PREPOSITIONS = new Set(['for', 'from', 'to', 'by', 'on', 'at', 'in', 'via', 'with', 'of'])
const FLAGS = new Set([
  'true',
  'false',
  'null',
  'on',
  'off',
  'yes',
  'no',
  'none',
  'enabled',
  'disabled',
  'ok',
  'failed',
])
const WORD = /^[\p{L}_$][\p{L}\p{M}\w.$@+/\\:-]*$/u
const UPPER = /^[A-Z_]{2,}$/
const VARIABLE = '*'

interface Cluster {
  readonly members: CountedTemplate[]
  /** The tokens; `*` for variable ones. */
  readonly tokens: readonly string[]
  count: number
}

/** The templates of each statement, most frequent first, of which no two groups share one. */
export function mergeTemplates(templates: readonly CountedTemplate[]): readonly (readonly CountedTemplate[])[] {
  const all = sameTokens(
    templates.map((template) => ({
      members: [template],
      tokens: withoutOptionalParts(looseTokens(strictTokens(template.text))).map(signOf),
      count: template.count,
    })),
  )
  let { compared: clusters, others } = splitByBudget(all)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const merged = sameTokens(absorb(generalise(clusters)))
    if (merged.length === clusters.length) break
    clusters = merged
  }
  return [...clusters, ...others]
    .toSorted((a, b) => b.count - a.count)
    .map(({ members }) => members.toSorted((a, b) => b.count - a.count || (a.hash < b.hash ? -1 : 1)))
}

const signOf = ({ raw, isVariable }: TemplateToken): string => (isVariable ? VARIABLE : raw)

/** Rare templates and long ones are left out first. */
function splitByBudget(clusters: readonly Cluster[]): { compared: Cluster[]; readonly others: readonly Cluster[] } {
  let tokens = 0
  const { compared = [], others = [] } = Object.groupBy(
    clusters.toSorted((a, b) => b.count - a.count),
    (cluster) => {
      if (tokens + cluster.tokens.length > MAX_COMPARED_TOKENS) return 'others'
      tokens += cluster.tokens.length
      return 'compared'
    },
  )
  return { compared, others }
}

/** Joins clusters with equal tokens. */
function sameTokens(clusters: readonly Cluster[]): Cluster[] {
  const byTokens = new Map<string, Cluster>()
  for (const cluster of clusters) {
    const key = cluster.tokens.join('\u0000')
    const known = byTokens.get(key)
    if (known === undefined) byTokens.set(key, { ...cluster, members: [...cluster.members] })
    else {
      known.members.push(...cluster.members)
      known.count += cluster.count
    }
  }
  return [...byTokens.values()]
}

interface Family {
  readonly position: number
  readonly clusters: Cluster[]
}

/** Makes a position variable where clusters that are equal elsewhere have many words. */
function generalise(clusters: readonly Cluster[]): readonly Cluster[] {
  const families = new Map<string, Family>()
  const keysOf = createKeysWithoutOne()
  for (const cluster of clusters) {
    for (const [position, key] of keysOf(cluster.tokens).entries()) {
      const sign = cluster.tokens[position] ?? ''
      if (sign !== VARIABLE && !WORD.test(sign)) continue
      const family = families.getOrInsertComputed(key, () => ({ position, clusters: [] }))
      family.clusters.push(cluster)
    }
  }
  const results = new Map(clusters.map((cluster) => [cluster, cluster]))
  const counts = new Map<Cluster, SignCounts>()
  const merged = new Set<Cluster>()
  for (const { position, clusters: found } of [...families.values()].sort(
    (a, b) => b.clusters.length - a.clusters.length,
  )) {
    const [first] = found
    if (first === undefined || found.length < 2 || found.some((cluster) => merged.has(cluster))) continue
    const counted = counts.getOrInsertComputed(first, ({ tokens }) => countSigns(tokens))
    if (!isVariablePosition(found, position, countsBeside(counted, first.tokens[position]))) continue
    for (const cluster of found) {
      merged.add(cluster)
      results.set(cluster, { ...cluster, tokens: cluster.tokens.with(position, VARIABLE) })
    }
  }
  return [...results.values()]
}

/** For each position a key that lists of tokens share if they are equal elsewhere. Linear in the number of tokens. */
function createKeysWithoutOne(): (tokens: readonly string[]) => readonly string[] {
  const prefixes = new Map<string, number>()
  const suffixes = new Map<string, number>()
  /** The id of a list that continues another one. */
  const next = (ids: Map<string, number>, id: number, token: string) => ids.getOrInsert(`${id} ${token}`, ids.size + 1)
  return (tokens) => {
    const after: number[] = []
    let suffix = 0
    for (const token of tokens.toReversed()) {
      after.push(suffix)
      suffix = next(suffixes, suffix, token)
    }
    let prefix = 0
    return tokens.map((token, position) => {
      const key = `${prefix} ${after[tokens.length - 1 - position]}`
      prefix = next(prefixes, prefix, token)
      return key
    })
  }
}

/** `beside`: of the other positions. */
function isVariablePosition(clusters: readonly Cluster[], position: number, beside: SignCounts): boolean {
  const words = clusters.map(({ tokens }) => tokens[position] ?? '').filter((sign) => sign !== VARIABLE)
  if (words.length === 0 || words.every((word) => FLAGS.has(word.toLowerCase()))) return false
  const { constants } = beside
  const hasVariable = words.length < clusters.length
  if (words.some((word) => UPPER.test(word))) return clusters.length >= MANY_STATES && constants > 1
  const before = wordBefore(clusters[0]?.tokens ?? [], position)
  if (before !== undefined && (before === '=' || NAME_BEFORE.has(before.toLowerCase()))) return constants > 0
  // Lines of access logs have hardly a constant word.
  if (constants < 2) return hasVariable && clusters.length >= MANY_WORDS && beside.variables > 2
  if (hasVariable) return before !== undefined
  if (before !== undefined && PREPOSITIONS.has(before)) return clusters.length >= MANY_AFTER_PREPOSITION
  return clusters.length >= MANY_WORDS
}

interface SignCounts {
  readonly constants: number
  readonly variables: number
}

const isConstant = (sign: string): boolean => sign.length > 1 && WORD.test(sign)

const countSigns = (tokens: readonly string[]): SignCounts => ({
  constants: tokens.filter(isConstant).length,
  variables: tokens.filter((sign) => sign === VARIABLE).length,
})

const countsBeside = ({ constants, variables }: SignCounts, sign = ''): SignCounts => ({
  constants: constants - (isConstant(sign) ? 1 : 0),
  variables: variables - (sign === VARIABLE ? 1 : 0),
})

/** The word, or the equals sign, before the position. */
function wordBefore(tokens: readonly string[], position: number): string | undefined {
  for (let index = position - 1; index >= 0; index -= 1) {
    const sign = tokens[index] ?? ''
    if (sign === '=' || WORD.test(sign)) return sign
    if (sign !== ' ' && sign !== ':' && sign !== '[' && sign !== '(' && sign !== '<') return undefined
  }
  return undefined
}

interface Shape {
  readonly key: string
  readonly length: number
  /** Positions. */
  readonly variable: readonly number[]
}

/** Adds clusters to a generalised one that matches them at every position. */
function absorb(clusters: readonly Cluster[]): readonly Cluster[] {
  const { shapes, byTokens } = shapesOf(clusters)
  const ofLength = Map.groupBy(shapes, ({ length }) => length)
  let steps = 0
  return clusters.map((cluster) => {
    const { tokens } = cluster
    const candidates = ofLength.get(tokens.length)
    if (candidates === undefined) return cluster
    const canVary = tokens.map(mayVary)
    for (const { key, variable } of candidates) {
      steps += variable.length
      if (steps > MAX_ABSORB_STEPS) return cluster
      if (!variable.every((index) => canVary[index])) continue
      steps += tokens.length
      const signs = [...tokens]
      for (const index of variable) signs[index] = VARIABLE
      const found = byTokens.get(`${key} ${signs.join('\u0000')}`)
      if (found !== undefined && found !== cluster) return { ...cluster, tokens: signs }
    }
    return cluster
  })
}

/** The shapes of generalised clusters, and the clusters by their shape and tokens. */
function shapesOf(clusters: readonly Cluster[]) {
  const byTokens = new Map<string, Cluster>()
  const shapes = new Map<string, Shape>()
  for (const cluster of clusters) {
    const { tokens, members } = cluster
    if (members.length === 1 && !tokens.includes(VARIABLE)) continue
    if (countSigns(tokens).constants < 3) continue
    const variable = tokens.flatMap((sign, index) => (sign === VARIABLE ? [index] : []))
    const key = `${tokens.length}:${variable.join()}`
    if (shapes.size >= MAX_SHAPES && !shapes.has(key)) continue
    shapes.set(key, { key, length: tokens.length, variable })
    byTokens.set(`${key} ${tokens.join('\u0000')}`, cluster)
  }
  return { shapes: [...shapes.values()], byTokens }
}

const mayVary = (sign: string): boolean =>
  sign === VARIABLE || (WORD.test(sign) && !UPPER.test(sign) && !FLAGS.has(sign.toLowerCase()))
