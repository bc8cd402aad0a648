import {
  type LoggerList,
  type Subsystem,
  type SubsystemList,
  setSubsystemLevelOfCluster,
} from '@logyard/contract/logging/loggers'
import { Group, Stack, Text } from '@mantine/core'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { useLevelChanges } from './level-changes.ts'
import { LevelSelect } from './level-select.tsx'
import classes from './logging.module.css'

interface SubsystemListProps {
  readonly subsystems: SubsystemList
  readonly loggers: LoggerList | null | undefined
  readonly changes: ReturnType<typeof useLevelChanges>
}

/** The keys of the groups on the wire, in the order of the page. */
const SUBSYSTEMS = ['graylog', 'indexer', 'authentication', 'sockets'] as const

/** The groups of loggers of a node, each with its level. */
export function SubsystemRows({ subsystems, loggers, changes }: SubsystemListProps) {
  const t = useText()
  const may = useMay()
  return (
    <Stack gap="sm">
      {SUBSYSTEMS.flatMap((key) => {
        const subsystem = subsystems.subsystems[key]
        return subsystem === undefined ? [] : [{ key, subsystem, title: t(`logging.subsystem.${key}`) }]
      }).map(({ key, subsystem, title }) => (
        <Group key={key} className={classes['row'] ?? ''} justify="space-between" wrap="nowrap" gap="md">
          <div>
            <Text fw={550}>{title}</Text>
            <Text size="sm" c="dimmed">
              {t(`logging.subsystem.${key}.text`)}
              {isMixed(subsystem, loggers) && ` ${t('logging.mixed')}`}
            </Text>
          </div>
          <LevelSelect
            label={t('logging.levelOf', { name: title })}
            level={subsystem.level}
            isDisabled={!may(setSubsystemLevelOfCluster, { subsystem: key }) || changes.ofSubsystem.isPending}
            onChange={(level) => changes.ofSubsystem.mutate({ name: key, title, level })}
          />
        </Group>
      ))}
    </Stack>
  )
}

/** Whether a logger of the group, or below one, has another level. */
function isMixed({ categories, level }: Subsystem, loggers: LoggerList | null | undefined): boolean {
  return Object.entries(loggers?.loggers ?? {}).some(
    ([name, own]) =>
      own.level !== level && categories.some((category) => name === category || name.startsWith(`${category}.`)),
  )
}
