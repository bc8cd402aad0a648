/**
 * Loads the menus whose buttons are shown before them. A loaded menu brings a button of its own, so a test would click
 * the one that it found a moment before.
 */
import { ColumnMenu } from '../ui/data-table/column-menu-button.tsx'
import { RowMenu } from '../ui/menu/row-actions-menu.tsx'

await Promise.all([RowMenu.prepare(), ColumnMenu.prepare()])
