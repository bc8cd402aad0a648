import type { Widget } from '@logyard/contract/views/view-state'
import { Menu, UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconCopy,
  IconFilterMinus,
  IconFilterPlus,
  IconHighlight,
  IconPlayerPlay,
  IconTable,
  IconTransform,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AlertItem } from '../../alerting/alert-item.tsx'
import { useText } from '../../base/text/text.tsx'
import { useExtract } from '../../parsing/extract/extract-provider.tsx'
import type { ExtractSource } from '../../parsing/extract/extract-source.ts'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { fieldTerm } from '../../view-document/actions/query-composition.ts'
import { useSearchActions, type ValuePathPart } from '../../view-document/actions/search-actions.ts'
import { termOfPart } from '../../view-document/actions/value-path.ts'
import { documentsFor } from '../../view-document/editing/new-widgets.ts'
import type { StoredMessage } from '../loader/loaded-message.ts'
import classes from './fields.module.css'
import { nextHighlightColor } from './highlight-colors.ts'
import { RuleItem } from './rule-item.tsx'

export interface ValueMenuProps {
  readonly field: string
  readonly value: unknown
  /** The formatted value. */
  readonly children: ReactNode
  /** The value as text, if it is not shown as it is stored. */
  readonly shown?: string
  /** In an aggregation: the cell of the value, to show the messages behind it. */
  readonly path?: readonly ValuePathPart[]
  readonly widget?: Widget
  /** A value created by a decorator cannot be searched for. */
  readonly isDecorated?: boolean
  /** The value in its message, which an extractor can be made for. */
  readonly source?: ExtractSource | undefined
  /** The message with the value, which a rule can be tried on. */
  readonly stored?: StoredMessage | undefined
}

const MAX_HEADING = 30

/** A value with a menu of actions on it. */
export function ValueMenu(props: ValueMenuProps) {
  const { field, value, children, path, widget, isDecorated = false, shown = textOf(value), source, stored } = props
  const t = useText()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes['value'] ?? ''}
          aria-label={t('fields.valueMenuOf', { field, value: shown })}
        >
          {children}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <ValueMenuItems
          field={field}
          value={value}
          path={path}
          widget={widget}
          isDecorated={isDecorated}
          source={source}
          stored={stored}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The entries of the menu, for a menu that many values share. */
export function ValueMenuItems({
  field,
  value,
  path,
  widget,
  isDecorated,
  isMetric = false,
  source,
  stored,
}: Omit<ValueMenuProps, 'children' | 'path' | 'widget' | 'shown'> & {
  readonly path: ValueMenuProps['path'] | undefined
  readonly widget: Widget | undefined
  readonly isMetric?: boolean
}) {
  const t = useText()
  const actions = useSearchActions()
  const { typeOf } = useFieldTypes()
  const clipboard = useClipboard()
  const extract = useExtract(isDecorated ? undefined : source)
  const text = textOf(value)
  const own = path?.at(-1)
  // For a time bucket, filter by all of it, not by its first instant.
  const term = () =>
    !isMetric && own?.until !== undefined ? termOfPart(own, typeOf) : termOf(field, value, typeOf(field))
  const { openSearch, messagesOf } = actions
  const condition = () =>
    path === undefined || widget === undefined ? term() : documentsFor(path, widget, typeOf).condition
  const isHighlighted = actions.highlighting.some((rule) => rule.field === field && rule.value === text)
  return (
    <>
      <Menu.Label translate="no">
        {field} = {text.length > MAX_HEADING ? `${text.slice(0, MAX_HEADING)}…` : text}
      </Menu.Label>
      {!isDecorated && !isMetric && (
        <>
          <Menu.Item leftSection={<IconFilterPlus size={15} />} onClick={() => actions.addToQuery(term())}>
            {t('fields.addToQuery')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFilterMinus size={15} />} onClick={() => actions.excludeFromQuery(term())}>
            {t('fields.exclude')}
          </Menu.Item>
        </>
      )}
      {path !== undefined && widget !== undefined && (
        <Menu.Item leftSection={<IconTable size={15} />} onClick={() => actions.showDocumentsFor(path, widget)}>
          {t('fields.showDocuments')}
        </Menu.Item>
      )}
      {openSearch !== undefined && !isDecorated && !(isMetric && path === undefined) && (
        <Menu.Item leftSection={<IconPlayerPlay size={15} />} onClick={() => openSearch(condition(), widget)}>
          {t('fields.openSearch')}
        </Menu.Item>
      )}
      {!isHighlighted && !isMetric && (
        <Menu.Item
          leftSection={<IconHighlight size={15} />}
          onClick={() =>
            actions.addHighlight({ field, value: text, color: nextHighlightColor(actions.highlighting.length) })
          }
        >
          {t('fields.highlight')}
        </Menu.Item>
      )}
      {extract !== undefined && (
        <Menu.Item leftSection={<IconTransform size={15} />} onClick={() => extract()}>
          {t('fields.createExtractor')}
        </Menu.Item>
      )}
      {!isDecorated && stored !== undefined && <RuleItem field={field} value={value} stored={stored} />}
      {messagesOf !== undefined && !isDecorated && !(isMetric && path === undefined) && (
        <AlertItem
          idea={() => ({ ...messagesOf(widget, condition()), title: isMetric ? undefined : `${field}: ${text}` })}
        />
      )}
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => clipboard.copy(text)}>
        {t('fields.copyValue')}
      </Menu.Item>
    </>
  )
}

/** For a list, every element must match. */
export function termOf(field: string, value: unknown, type: string): string {
  if (!Array.isArray(value)) return fieldTerm(field, value, type)
  return value.map((element) => fieldTerm(field, element, type)).join(' AND ')
}

export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
