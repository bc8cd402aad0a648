import type { Widget } from '@logyard/contract/views/view-state'
import { Menu, UnstyledButton } from '@mantine/core'
import { useClipboard, useHotkeys } from '@mantine/hooks'
import {
  IconArrowsDiff,
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
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { ActionItems } from '../../ui/menu/action-items.tsx'
import { MenuAt } from '../../ui/menu/menu-at.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { termOfPart } from '../../view-document/actions/value-path.ts'
import { documentsFor } from '../../view-document/editing/new-widgets.ts'
import classes from './fields.module.css'
import { nextHighlightColor } from './highlight-colors.ts'
import { type MenuValue, type OpenValueMenu, termOf, textOf } from './menu-value.ts'
import { RuleItem } from './rule-item.tsx'

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

interface ValueMenuAtProps {
  /** Absent while the menu is closed. */
  readonly open: OpenValueMenu | undefined
  readonly widget: Widget | undefined
  readonly onClose: () => void
}

export const ValueMenuAt = ({ open, widget, onClose }: ValueMenuAtProps) => (
  <MenuAt at={open?.at} onClose={onClose}>
    {open !== undefined && <ValueMenuItems of={open} widget={widget} />}
  </MenuAt>
)

export function ValueMenuItems({ of, widget }: ItemsProps) {
  const { field, value, path, isDecorated = false, isMetric = false, source, stored } = of
  const t = useText()
  const { addToQuery, excludeFromQuery, openSearch, messagesOf, explain, ...actions } = useSearchActions()
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
  const canExplain = explain !== undefined && isStoredValue
  useHotkeys([['e', () => canExplain && explain(term())]])
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
          canExplain && {
            label: t('fields.explain'),
            icon: <IconArrowsDiff size={15} />,
            onClick: () => explain(term()),
          },
          path !== undefined &&
            widget !== undefined && {
              label: t('fields.showDocuments'),
              icon: <IconTable size={15} />,
              onClick: () => actions.showDocumentsFor(path, widget),
            },
          openSearch !== undefined &&
            hasCondition && {
              label: t(actions.kind === 'search' ? 'fields.openTab' : 'fields.openSearch'),
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
