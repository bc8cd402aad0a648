export const ROW_HEIGHT = 100
export const MARGIN = 10
export const DRAG_HANDLE = 'ly-widget-handle'

export const heightOf = (rows: number): number => rows * ROW_HEIGHT + (rows - 1) * MARGIN
