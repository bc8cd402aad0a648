import { Box, Button, Checkbox, CloseButton, Popover, Text } from '@mantine/core'
import { IconChevronDown, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { FilterInput } from '../../ui/form/filter-input.tsx'
import { readableStreamsQuery } from './readable-streams-query.ts'
import classes from './stream-pill.module.css'

interface StreamPillProps {
  /** None means all that the user may read. */
  readonly streams: readonly string[]
  readonly onChange: (streams: readonly string[]) => void
}

/** The streams to search as one button, however many are chosen. */
export function StreamPill({ streams, onChange }: StreamPillProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { data = [] } = useQuery(readableStreamsQuery(useCall()))
  const [first] = streams
  const chosen =
    first !== undefined && streams.length === 1
      ? (data.find(({ id }) => id === first)?.title ?? first)
      : t('searchTools.streams.chosen', { count: streams.length })
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" shadow="md" width={300} trapFocus returnFocus>
      <div className={classes['pill']} data-chosen={streams.length > 0 || undefined}>
        <Popover.Target>
          <Button
            className={classes['button'] ?? ''}
            variant="default"
            size="xs"
            leftSection={<IconStack2 size={16} />}
            rightSection={<IconChevronDown size={14} />}
            aria-label={t('searchTools.streams.button', { chosen })}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {streams.length === 1 ? <span translate="no">{chosen}</span> : chosen}
          </Button>
        </Popover.Target>
        {streams.length > 0 && (
          <CloseButton
            style={{ alignSelf: 'center' }}
            size="sm"
            aria-label={t('searchTools.streams.clear')}
            onClick={() => onChange([])}
          />
        )}
      </div>
      <Popover.Dropdown aria-label={t('searchTools.streams')}>
        <StreamChoice options={data} streams={streams} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface StreamChoiceProps extends StreamPillProps {
  readonly options: readonly { readonly id: string; readonly title: string }[]
}

function StreamChoice({ options, streams, onChange }: StreamChoiceProps) {
  const t = useText()
  const [filter, setFilter] = useState('')
  // A link may name deleted or unreadable streams: show their ids; the server reports the error.
  const unknown = streams.filter((id) => !options.some((one) => one.id === id)).map((id) => ({ id, title: id }))
  const shown = [...unknown, ...options].filter(({ title }) => title.toLowerCase().includes(filter.toLowerCase()))
  const toggle = (id: string) => onChange(streams.includes(id) ? streams.filter((one) => one !== id) : [...streams, id])
  return (
    <>
      <FilterInput data-autofocus label={t('searchTools.streams.filter')} value={filter} onChange={setFilter} />
      <Box mah={300} mt="xs" style={{ overflow: 'auto' }}>
        {shown.map(({ id, title }) => (
          <Checkbox
            key={id}
            size="xs"
            classNames={{ root: classes['option'] ?? '', body: classes['optionBody'] ?? '' }}
            label={<span translate="no">{title}</span>}
            checked={streams.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
        {shown.length === 0 && (
          <Text size="xs" c="dimmed" p={6}>
            {t('searchTools.streams.nothing')}
          </Text>
        )}
      </Box>
    </>
  )
}
