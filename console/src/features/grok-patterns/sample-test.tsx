/** Tries a pattern on sample lines while it is typed. */
import { Alert, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { GrokTooSlow } from '../../parsing/grok-run/grok-runner.ts'
import type { GrokError, GrokMatch } from '../../parsing/grok-run/grok-task.ts'
import { useGrokRunner } from '../../parsing/grok-run/use-grok-runner.ts'
import { MarkedField, MarkedText } from '../../parsing/marked-text/marked-text.tsx'
import type { NamedPattern } from '../../parsing/pattern-input/pattern-input-props.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import classes from './grok-patterns.module.css'

interface SampleTestProps {
  readonly name: string
  readonly pattern: string
  readonly patterns: readonly NamedPattern[] | undefined
  /** Where the pattern is wrong; must be stable. */
  readonly onProblem: (problem: GrokError | undefined) => void
}

const PAUSE_MS = 250
const MAX_LINES = 50

export function SampleTest({ name, pattern, patterns, onProblem }: SampleTestProps) {
  const t = useText()
  const [samples, setSamples] = useState('')
  const [namedCapturesOnly, setNamedCapturesOnly] = useState(true)
  const runner = useGrokRunner()
  const { config } = useServices()
  const texts = useMemo(
    () =>
      samples
        .split(/\r\n|[\r\n]/)
        .filter((line) => line.trim() !== '')
        .slice(0, MAX_LINES),
    [samples],
  )
  const [settled] = useDebouncedValue({ name, pattern, texts, namedCapturesOnly }, PAUSE_MS)
  const test = useQuery({
    queryKey: ['grok-samples', settled, patterns?.length],
    queryFn: ({ signal }) => {
      const definitions = new Map((patterns ?? []).map((one) => [one.name, one.pattern]))
      if (settled.name !== '') definitions.set(settled.name, settled.pattern)
      return runner.match({ task: 'match', definitions, zone: config.rootTimeZone, ...settled }, signal)
    },
    enabled: patterns !== undefined && settled.pattern !== '',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const result = settled.pattern === '' ? undefined : test.data
  const problem = result?.kind === 'invalid' && settled.pattern === pattern ? result.error : undefined
  useEffect(() => onProblem(problem), [problem, onProblem])
  return (
    <Stack gap="xs">
      <Textarea
        label={t('grok.samples')}
        description={t('grok.samples.help')}
        autosize
        minRows={2}
        maxRows={6}
        translate="no"
        spellCheck={false}
        classNames={{ input: classes['samples'] ?? '' }}
        value={samples}
        onChange={({ currentTarget }) => setSamples(currentTarget.value)}
      />
      <Checkbox
        label={t('grok.namedOnly')}
        checked={namedCapturesOnly}
        onChange={({ currentTarget }) => setNamedCapturesOnly(currentTarget.checked)}
      />
      <div role="status">
        {texts.length > 0 && pattern === '' && <Dimmed>{t('grok.test.missing')}</Dimmed>}
        {result?.kind === 'invalid' && <Problem title={t('grok.test.error')} text={result.error.message} isData />}
        {test.error instanceof GrokTooSlow && <Problem title={t('grok.test.slow')} text={t('grok.test.slow.text')} />}
        {result?.kind === 'matched' && settled.texts.length > 0 && <Lines texts={settled.texts} lines={result.lines} />}
      </div>
    </Stack>
  )
}

function Problem({ title, text, isData = false }: { title: string; text: string; isData?: boolean }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={title}>
      <Text size="sm" {...(isData ? { translate: 'no' } : {})}>
        {text}
      </Text>
    </Alert>
  )
}

interface LinesProps {
  readonly texts: readonly string[]
  readonly lines: readonly (GrokMatch | undefined)[]
}

function Lines({ texts, lines }: LinesProps) {
  const t = useText()
  const fields = [...new Set(lines.flatMap((line) => line?.fields.map(([field]) => field) ?? []))]
  const matched = lines.filter((line) => line !== undefined).length
  return (
    <Stack gap={6}>
      <Text size="sm" fw={550}>
        {t('grok.test.result', { matched, count: texts.length })}
      </Text>
      <ul className={classes['lines']} aria-label={t('grok.test.title')}>
        {texts.map((text, index) => {
          const line = lines[index]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal
            <li key={index} data-missed={line === undefined || undefined}>
              <MarkedText text={text} marks={line?.located ?? []} fields={fields} />
              {line === undefined ? (
                <Dimmed size="xs">{t('grok.test.noMatch')}</Dimmed>
              ) : (
                <div className={classes['fields']}>
                  {line.fields.map(([field, value]) => (
                    <MarkedField key={field} field={field} value={shownValue(value)} fields={fields} />
                  ))}
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}

function shownValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
