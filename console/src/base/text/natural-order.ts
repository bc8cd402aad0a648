const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares names as people order them: `web-2` before `web-10`, whatever their case. */
export const naturally = (a: string, b: string): number => collator.compare(a, b)
