export const FROZEN_LINKS_KEY = ['frozen-links'] as const
