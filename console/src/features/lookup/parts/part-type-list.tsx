import { Text, UnstyledButton } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import classes from '../form/form.module.css'
import type { PartKind, PartType } from './part-kind.ts'

interface PartTypeListProps {
  readonly kind: PartKind['kind']
  readonly types: readonly PartType[]
  readonly onPick: (type: string) => void
}

/** The types of caches or data adapters, with a line about each. */
export function PartTypeList({ kind, types, onPick }: PartTypeListProps) {
  const t = useText()
  return (
    <ul className={classes['types']} aria-label={t(`lookup.type.${kind}`)}>
      {types.map(({ type, form: { title, docs = [] } }) => (
        <li key={type}>
          <UnstyledButton className={classes['type']} translate="no" onClick={() => onPick(type)}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            <Text size="sm" c="dimmed">
              {docs[0]?.split(/(?<=\.) /, 1)[0]}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
