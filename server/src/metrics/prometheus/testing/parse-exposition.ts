/** Parses a whole answer by the grammar of the format, and throws at the first line that breaks it. */
export interface ParsedSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface ParsedFamily {
  readonly type: string
  readonly help: string
  readonly samples: ParsedSample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/
const VALUE = /^(?:NaN|[+-]Inf|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)$/
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  summary: ['', '_sum', '_count'],
}

export function parseExposition(text: string, format: 'text' | 'openmetrics'): Map<string, ParsedFamily> {
  const families = new Map<string, ParsedFamily>()
  const seen = new Set<string>()
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  if (format === 'openmetrics' && lines.pop() !== '# EOF') throw new Error('the text has no end')
  let help: { readonly name: string; readonly text: string } | undefined
  let current = ''
  for (const line of lines) {
    const described = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line)
    if (described !== null) {
      const [, keyword, name = '', rest = ''] = described
      if (keyword === 'HELP') help = { name, text: unescaped(rest) }
      else {
        if (families.has(name)) throw new Error(`${name} is described twice`)
        if (help?.name !== name || SUFFIXES[rest] === undefined) throw new Error(`wrong type: ${line}`)
        if (format === 'openmetrics' && rest === 'counter' && name.endsWith('_total')) throw new Error(line)
        families.set(name, { type: rest, help: help.text, samples: [] })
        current = name
      }
      continue
    }
    const sample = parseSample(line)
    const family = families.get(current)
    const total = format === 'openmetrics' && family?.type === 'counter' ? '_total' : ''
    const names = SUFFIXES[family?.type ?? '']?.map((suffix) => `${current}${suffix}${total}`)
    if (family === undefined || names?.includes(sample.name) !== true) throw new Error(`no family: ${line}`)
    const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`
    if (seen.has(key)) throw new Error(`twice: ${line}`)
    seen.add(key)
    family.samples.push(sample)
  }
  return families
}

function parseSample(line: string): ParsedSample {
  const match = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`).exec(line)
  const [, name = '', inner = '', value = ''] = match ?? []
  if (match === null || !VALUE.test(value)) throw new Error(`no sample: ${line}`)
  const labels: Record<string, string> = {}
  for (let rest = inner; rest !== ''; ) {
    const [whole = '', label = '', text = ''] = LABEL.exec(rest) ?? []
    if (whole === '' || Object.hasOwn(labels, label)) throw new Error(`no label: ${line}`)
    labels[label] = unescaped(text)
    rest = rest.slice(whole.length)
  }
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) }
}

const unescaped = (text: string) => text.replaceAll(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character))
