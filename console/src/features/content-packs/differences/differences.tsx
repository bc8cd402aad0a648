import type { Difference, PlannedEntity } from '@logyard/contract/content-packs/upgrades'
import { Badge, Group, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { changedLines } from '../model/changed-lines.ts'
import { typeText } from '../model/entity-text.ts'
import classes from './differences.module.css'

/** Each place with the value before and after, as the command line shows them; of long texts the lines that change. */
function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useText()
  if (differences.length === 0) return null
  return (
    <dl className={classes['differences']} translate="no">
      {differences.map((difference) => {
        const { line, before, after } = changedLines(difference)
        return (
          <div key={difference.path}>
            <dt>
              {difference.path}
              {line !== undefined && <span translate="yes"> {t('contentPacks.difference.line', { line })}</span>}
            </dt>
            {before !== null && (
              <dd data-side="before">
                <span aria-hidden>- </span>
                <VisuallyHidden translate="yes">{t('contentPacks.before')} </VisuallyHidden>
                <del>{before}</del>
              </dd>
            )}
            {after !== null && (
              <dd data-side="after">
                <span aria-hidden>+ </span>
                <VisuallyHidden translate="yes">{t('contentPacks.after')} </VisuallyHidden>
                <ins>{after}</ins>
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

interface ChangeProps {
  readonly action: PlannedEntity['action']
  readonly name: string
  readonly typeName: string
  readonly differences: readonly Difference[]
  /** Beside the name. */
  readonly badge?: ReactNode
  /** Above the differences. */
  readonly note?: ReactNode
  readonly control?: ReactNode
}

/** One object in a list of planned changes. */
export function Change({ action, name, typeName, differences, badge, note, control }: ChangeProps) {
  const t = useText()
  return (
    <li>
      <Group gap="xs" style={{ overflowWrap: 'anywhere' }}>
        <Badge size="sm" color={action === 'delete' ? 'red' : 'gray'}>
          {t(`contentPacks.action.${action}`)}
        </Badge>
        <span translate="no">{name}</span>
        <Text span inherit c="dimmed" translate="no">
          {typeText(typeName)}
        </Text>
        {badge}
      </Group>
      {note}
      <Differences differences={differences} />
      {control}
    </li>
  )
}

export const ChangeList = ({ children }: { children: ReactNode }) => <ul className={classes['list']}>{children}</ul>
