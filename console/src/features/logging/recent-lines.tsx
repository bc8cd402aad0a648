import { LINE_LEVELS } from '@logyard/contract/logging/log-levels'
import type { LogMessage } from '@logyard/contract/logging/loggers'
import { Button, Code, Group, NativeSelect, Stack } from '@mantine/core'
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import classes from './logging.module.css'
import { recentQuery } from './logging-queries.ts'

const ALL = 'ALL'
const SHOWN_AT_FIRST = 100

/** The last lines of a node's log, polled until the user pauses them. */
export function RecentLines({ nodeId }: { nodeId: string }) {
  const t = useText()
  const [isLive, setIsLive] = useState(true)
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const wanted = useQueryValues().get('level')
  const level = LINE_LEVELS.find((each) => each === wanted) ?? ALL
  const lines = useQuery(recentQuery(useCall(), nodeId, level, isLive))
  if (lines.isPending) return <LoadingLines lines={6} />
  if (lines.data === undefined) return <LoadFailed error={lines.error} onRetry={lines.refetch} />
  const { data } = lines
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <LevelFilter level={level} />
        <Button
          size="xs"
          variant="default"
          leftSection={isLive ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
          onClick={() => setIsLive(!isLive)}
        >
          {t(isLive ? 'logging.pause' : 'logging.resume')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          disabled={data.length === 0}
          onClick={() => downloadFile(fileName(`logyard-${nodeId.slice(0, 8)}`, 'log'), linesFile(data))}
        >
          {t('logging.download')}
        </Button>
        <Dimmed>{t('logging.count', { count: data.length })}</Dimmed>
      </Group>
      {data.length > 0 && (
        <ol className={classes['lines']} aria-label={t('logging.recent')}>
          {keyed(data.slice(0, shown)).map(({ key, line }) => (
            <Line key={key} line={line} />
          ))}
        </ol>
      )}
      {data.length > shown && (
        <Button size="xs" variant="subtle" onClick={() => setShown(data.length)}>
          {t('logging.more', { count: data.length - shown })}
        </Button>
      )}
    </Stack>
  )
}

function LevelFilter({ level }: { level: string }) {
  const t = useText()
  const setValues = useSetQueryValues()
  const choices = LINE_LEVELS.map((each) => ({ value: String(each), label: t('logging.atLeast', { level: each }) }))
  return (
    <NativeSelect
      size="xs"
      aria-label={t('logging.shownLevel')}
      data={[{ value: ALL, label: t('logging.allLevels') }, ...choices]}
      value={level}
      onChange={({ currentTarget: { value } }) => setValues({ level: value === ALL ? undefined : value })}
    />
  )
}

function Line({ line }: { line: LogMessage }) {
  const facts = contextText(line)
  return (
    <li className={classes['line']} data-level={line.level.toLowerCase()} translate="no">
      <span className={classes['time']}>
        <Instant instant={line.timestamp} />
      </span>
      <span className={classes['level']}>{line.level}</span>
      <span className={classes['source']}>{line.class_name}</span>
      <span className={classes['text']}>
        {line.message} <span className={classes['facts']}>{facts}</span>
        {line.throwable !== null && (
          <Code block mt={4}>
            {line.throwable}
          </Code>
        )}
      </span>
    </li>
  )
}

const linesFile = (lines: readonly LogMessage[]) =>
  new Blob(lines.toReversed().map(lineText), { type: 'text/plain;charset=utf-8' })

/** Equal lines are told apart by their number. */
function keyed(lines: readonly LogMessage[]) {
  const seen = new Map<string, number>()
  return lines
    .toReversed()
    .map((line) => {
      const text = lineText(line)
      const count = (seen.get(text) ?? 0) + 1
      seen.set(text, count)
      return { key: `${count} ${text}`, line }
    })
    .reverse()
}

/** `status=404 user=ada` */
const contextText = ({ context }: Pick<LogMessage, 'context'>): string =>
  Object.entries(context)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/** One line of the log as text, followed by the stack of its error. */
function lineText(line: LogMessage): string {
  const facts = contextText(line)
  const text = `${line.timestamp} ${line.level} ${line.class_name} ${line.message}${facts === '' ? '' : ` ${facts}`}`
  return line.throwable === null ? `${text}\n` : `${text}\n${line.throwable}\n`
}
