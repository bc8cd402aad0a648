import { Table } from '@mantine/core'
import { type Fields, shownValue } from '../field-changes/field-changes.ts'
import classes from './simulator.module.css'

const FIRST: readonly string[] = ['message', 'full_message', 'timestamp', 'source']
const SHOWN_CHARACTERS = 5000

const rank = (name: string) => {
  const place = FIRST.indexOf(name)
  if (place >= 0) return place
  return name.startsWith('gl2_') || name.startsWith('_') ? FIRST.length + 1 : FIRST.length
}

/** The fields of a message: its text first, internal ones last. */
export function FieldTable({ fields, label }: { fields: Fields; label: string }) {
  const names = Object.keys(fields).toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return (
    <Table className={classes['fields'] ?? ''} aria-label={label}>
      <Table.Tbody translate="no">
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{shownValue(fields[name]).slice(0, SHOWN_CHARACTERS)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
