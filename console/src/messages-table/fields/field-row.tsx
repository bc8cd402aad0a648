import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconCalendarClock,
  IconCircleHalf2,
  IconDots,
  IconHash,
  IconHelpCircle,
  IconLetterT,
  type TablerIcon,
} from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import type { ListedField } from './field-groups.ts'
import { FieldMenu } from './field-menu.tsx'
import { useShowStatistics } from './field-statistics-host.tsx'
import classes from './fields-panel.module.css'

const ICONS: Readonly<Record<FieldKind, TablerIcon>> = {
  text: IconLetterT,
  number: IconHash,
  date: IconCalendarClock,
  boolean: IconCircleHalf2,
  other: IconHelpCircle,
}

interface FieldRowProps {
  readonly field: ListedField
  /** Whether Tab stops here. */
  readonly isReachable: boolean
  readonly isInStreams: boolean
  readonly tables: readonly MessagesWidget[]
}

/** A field with its type and coverage. Its name opens its statistics, or its menu on pages without a single result. */
export function FieldRow({ field: { name, type, share }, isReachable, isInStreams, tables }: FieldRowProps) {
  const t = useText()
  const show = useShowStatistics()
  const tabIndex = isReachable ? 0 : -1
  const kind = fieldKind(type.type)
  const Icon = ICONS[kind]
  return (
    <>
      <Tooltip label={`${t(`fields.type.${kind}`)} (${type.type})`} position="left">
        <span className={classes['type']} role="img" aria-label={t(`fields.type.${kind}`)}>
          <Icon size={14} />
        </span>
      </Tooltip>
      {!isInStreams ? (
        <span className={classes['elsewhere']} title={t('fields.notInStreams')}>
          <span translate="no">{name}</span>
          <VisuallyHidden> ({t('fields.notInStreams')})</VisuallyHidden>
        </span>
      ) : show === undefined ? (
        <FieldMenu field={name} tables={tables} tabIndex={tabIndex}>
          {name}
        </FieldMenu>
      ) : (
        <>
          <UnstyledButton
            className={classes['name'] ?? ''}
            aria-label={t('fields.stats.title', { field: name })}
            aria-haspopup="dialog"
            title={name}
            tabIndex={tabIndex}
            translate="no"
            onClick={({ currentTarget }) =>
              show(name, (currentTarget.closest('li') ?? currentTarget).getBoundingClientRect(), tables)
            }
          >
            {name}
          </UnstyledButton>
          {share !== undefined && <Coverage share={share} />}
          <FieldMenu field={name} tables={tables} tabIndex={tabIndex} isIcon>
            <IconDots size={15} />
          </FieldMenu>
        </>
      )}
    </>
  )
}

/** The share of messages with the field; never rounded to all or none. */
function Coverage({ share }: { share: number }) {
  const t = useText()
  const text =
    share > 0 && share < 0.01
      ? t('fields.coverage.few')
      : t('fields.coverage', { share: share < 1 ? Math.min(share, 0.99) : 1 })
  return (
    <span className={classes['coverage']} title={t('fields.stats.coverageBar')}>
      {text}
      <span className={classes['bar']}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

/** The name of a field's type for users. */
type FieldKind = 'text' | 'number' | 'date' | 'boolean' | 'other'

const KINDS: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  boolean: 'boolean',
  date: 'date',
  long: 'number',
  int: 'number',
  short: 'number',
  byte: 'number',
  double: 'number',
  float: 'number',
}

/** `type` is the server's name; compound and unknown types are "other". */
const fieldKind = (type: string): FieldKind => KINDS[type] ?? 'other'
