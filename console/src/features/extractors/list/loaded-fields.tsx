import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { FIELD, isInternalName } from '@logyard/contract/messages/message-fields'
import { Button, Menu, Table } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useDrafts } from '../../../base/drafts/drafts-provider.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { LoadedMessage } from '../../../messages-table/loader/loaded-message.ts'
import { discardPastedExample, storePastedExample } from '../example-storage.ts'
import { useExtractorLinks } from '../extractor-links.ts'
import { OFFERED_TYPES, type OfferedType } from '../model/extractor-settings.ts'
import classes from './loaded-fields.module.css'

const SHOWN_CHARACTERS = 500

/** The fields of the loaded message, each with the extractors that can read it. */
export function LoadedFields({ input, message }: { readonly input: InputSummary; readonly message: LoadedMessage }) {
  const t = useText()
  const start = useStart(input, message)
  const names = Object.keys(message.fields).filter((name) => name !== FIELD.streams)
  return (
    <Table className={classes['loaded'] ?? ''} aria-label={t('extractors.fields')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('extractors.fields.field')}</Table.Th>
          <Table.Th>{t('extractors.fields.value')}</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.toSorted(byImportance).map((name) => (
          <Table.Tr key={name}>
            <Table.Td translate="no">{name}</Table.Td>
            <Table.Td className={classes['loadedValue'] ?? ''} translate="no">
              {shown(message.fields[name]).slice(0, SHOWN_CHARACTERS)}
            </Table.Td>
            <Table.Td data-actions>
              <TypeMenu
                field={name}
                isText={name !== FIELD.timestamp && typeof message.fields[name] === 'string'}
                onSelect={(type) => start(name, type)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Opens the form for a field of the message. */
function useStart(input: InputSummary, message: LoadedMessage) {
  const go = useGo()
  const drafts = useDrafts()
  const links = useExtractorLinks(input)
  return (field: string, type: OfferedType) => {
    const { stored, fields } = message
    const query = { extractor_type: type, field }
    if (stored === undefined) storePastedExample(drafts, input.id, message)
    else discardPastedExample(drafts)
    const node = fields[FIELD.sourceNode]
    const named = stored === undefined ? query : { ...query, example_index: stored.index, example_id: stored.id }
    go(typeof node === 'string' ? routes.inputs.extractorNew(input.id, node, named) : links.add(named))
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const FIRST: readonly string[] = [FIELD.message, FIELD.fullMessage, FIELD.source]

function byImportance(a: string, b: string): number {
  const rank = (name: string) => {
    const place = FIRST.indexOf(name)
    if (place >= 0) return place
    return isInternalName(name) ? FIRST.length + 1 : FIRST.length
  }
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

interface TypeMenuProps {
  readonly field: string
  readonly isText: boolean
  readonly onSelect: (type: OfferedType) => void
}

function TypeMenu({ field, isText, onSelect }: TypeMenuProps) {
  const t = useText()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          {...(isText ? {} : { c: 'dimmed', color: 'gray' })}
          rightSection={<IconChevronDown size={14} />}
          aria-label={t('extractors.selectType.for', { field })}
        >
          {t('extractors.selectType')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isText ? (
          OFFERED_TYPES.map((type) => (
            <Menu.Item key={type} onClick={() => onSelect(type)}>
              {t(`extractors.type.${type}`)}
            </Menu.Item>
          ))
        ) : (
          <Menu.Item aria-disabled data-disabled closeMenuOnClick={false}>
            {t('extractors.onlyStrings')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
