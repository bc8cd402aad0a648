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
import { type ReactNode, useState } from 'react'
import { AlertItem } from '../../alerting/alert-item.tsx'
import { useText } from '../../base/text/text.tsx'
import { useExtract } from '../../parsing/extract/extract-provider.tsx'
import type { ExtractSource } from '../../parsing/extract/extract-source.ts'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { ActionItems } from '../../ui/menu/action-items.tsx'
import { MenuAt } from '../../ui/menu/menu-at.tsx'
import { fieldTerm } from '../../view-document/actions/query-composition.ts'
import { useSearchActions, type ValuePathPart } from '../../view-document/actions/search-actions.ts'
import { termOfPart } from '../../view-document/actions/value-path.ts'
import { documentsFor } from '../../view-document/editing/new-widgets.ts'
import type { StoredMessage } from '../loader/loaded-message.ts'
import classes from './fields.module.css'
import { nextHighlightColor } from './highlight-colors.ts'
import { RuleItem } from './rule-item.tsx'

/** A value, and what its menu needs to know about it. */
export interface MenuValue {
  readonly field: string
  readonly value: unknown
  /** A value created by a decorator cannot be searched for. */
  readonly isDecorated?: boolean
  /** The value was computed: no message has it. */
  readonly isMetric?: boolean
  /** In an aggregation: the keys of the cell, to show the messages behind it. */
  readonly path?: readonly ValuePathPart[]
  /** The value in its message, which an extractor can be made for. */
  readonly source?: ExtractSource | undefined
  /** The message with the value, which a rule can be tried on. */
  readonly stored?: StoredMessage | undefined
}

interface ItemsProps {
  readonly of: MenuValue
  readonly widget?: Widget | undefined
}

interface ValueMenuProps extends ItemsProps {
  /** The value as text, if it is not shown as it is stored. */
  readonly shown?: string
  /** The formatted value. */
  readonly children: ReactNode
}

const MAX_HEADING = 30

/** A value with a menu of actions on it. */
export function ValueMenu({ of, widget, shown = textOf(of.value), children }: ValueMenuProps) {
  const t = useText()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes['value'] ?? ''}
          aria-label={t('fields.valueMenuOf', { field: of.field, value: shown })}
        >
          {children}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <ValueMenuItems of={of} widget={widget} />
      </Menu.Dropdown>
    </Menu>
  )
}

export interface OpenValueMenu extends MenuValue {
  /** The position that it opens at. */
  readonly at: DOMRect
}

/** One menu for all values of a table: thousands of cells cannot each have their own. `show` opens it for a value. */
export function useValueMenuHost(widget: Widget | undefined) {
  const [open, setOpen] = useState<OpenValueMenu>()
  const menu = (
    <MenuAt at={open?.at} onClose={() => setOpen(undefined)}>
      {open !== undefined && <ValueMenuItems of={open} widget={widget} />}
    </MenuAt>
  )
  return { menu, show: setOpen }
}

export function ValueMenuItems({ of, widget }: ItemsProps) {
  const { field, value, path, isDecorated = false, isMetric = false, source, stored } = of
  const t = useText()
  const { addToQuery, excludeFromQuery, openSearch, messagesOf, ...actions } = useSearchActions()
  const { typeOf } = useFieldTypes()
  const clipboard = useClipboard()
  const extract = useExtract(isDecorated ? undefined : source)
  const text = textOf(value)
  const own = path?.at(-1)
  // For a time bucket, filter by all of it, not by its first instant.
  const term = () =>
    !isMetric && own?.until !== undefined ? termOfPart(own, typeOf) : termOf(field, value, typeOf(field))
  const condition = () =>
    path === undefined || widget === undefined ? term() : documentsFor(path, widget, typeOf).condition
  const isHighlighted = actions.highlighting.some((rule) => rule.field === field && rule.value === text)
  const highlight = () =>
    actions.setHighlight({ field, value: text, color: nextHighlightColor(actions.highlighting.length) })
  const isStoredValue = !isDecorated && !isMetric
  const hasCondition = !isDecorated && !(isMetric && path === undefined)
  return (
    <>
      <Menu.Label translate="no">
        {field} = {text.length > MAX_HEADING ? `${text.slice(0, MAX_HEADING)}…` : text}
      </Menu.Label>
      <ActionItems
        actions={[
          isStoredValue && {
            label: t('fields.addToQuery'),
            icon: <IconFilterPlus size={15} />,
            onClick: () => addToQuery(term()),
          },
          isStoredValue && {
            label: t('fields.exclude'),
            icon: <IconFilterMinus size={15} />,
            onClick: () => excludeFromQuery(term()),
          },
          path !== undefined &&
            widget !== undefined && {
              label: t('fields.showDocuments'),
              icon: <IconTable size={15} />,
              onClick: () => actions.showDocumentsFor(path, widget),
            },
          openSearch !== undefined &&
            hasCondition && {
              label: t('fields.openSearch'),
              icon: <IconPlayerPlay size={15} />,
              onClick: () => openSearch(condition(), widget),
            },
          !isHighlighted &&
            !isMetric && { label: t('fields.highlight'), icon: <IconHighlight size={15} />, onClick: highlight },
          extract !== undefined && {
            label: t('fields.createExtractor'),
            icon: <IconTransform size={15} />,
            onClick: () => extract(),
          },
        ]}
      />
      {!isDecorated && stored !== undefined && <RuleItem field={field} value={value} stored={stored} />}
      {messagesOf !== undefined && hasCondition && (
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
