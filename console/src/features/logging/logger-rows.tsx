import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { type LoggerList, setLoggerLevelOfCluster } from '@logyard/contract/logging/loggers'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { FilterInput } from '../../ui/form/filter-input.tsx'
import type { useLevelChanges } from './level-changes.ts'
import { LevelSelect } from './level-select.tsx'
import classes from './logging.module.css'
import { storedLevelsQuery } from './logging-queries.ts'

interface LoggerRowsProps {
  readonly loggers: LoggerList
  readonly changes: ReturnType<typeof useLevelChanges>
}

/** Single loggers with their levels, by name. The root has no name, and writes nothing itself. */
export function LoggerRows({ loggers, changes }: LoggerRowsProps) {
  const t = useText()
  const may = useMay()
  const [filter, setFilter] = useState('')
  const stored = useQuery({ ...storedLevelsQuery(useCall()), enabled: may(getClusterConfig) }).data
  const wanted = filter.trim().toLowerCase()
  const shown = Object.entries(loggers.loggers).filter(([name]) => name !== '' && name.toLowerCase().includes(wanted))
  const isPending = changes.ofLogger.isPending || changes.reset.isPending
  return (
    <Stack gap="sm">
      <FilterInput label={t('logging.filter')} value={filter} onChange={setFilter} />
      {shown.length === 0 && <Text c="dimmed">{t('logging.noLogger')}</Text>}
      <ul className={classes['loggers']}>
        {shown.map(([name, { level }]) => (
          <li key={name} className={classes['logger']}>
            <Group gap="xs">
              <Text size="sm" className={classes['name'] ?? ''} translate="no">
                {name}
              </Text>
              {stored?.has(name) === true && <Badge size="sm">{t('logging.stored')}</Badge>}
            </Group>
            <LevelSelect
              label={t('logging.levelOf', { name })}
              level={level}
              isDisabled={!may(setLoggerLevelOfCluster, { logger: name }) || isPending}
              onChange={(next) => changes.ofLogger.mutate({ name, level: next })}
              onReset={() => changes.reset.mutate({ name })}
            />
          </li>
        ))}
      </ul>
    </Stack>
  )
}
