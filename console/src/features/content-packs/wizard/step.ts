export const STEPS = ['selection', 'parameters', 'preview'] as const
export type Step = (typeof STEPS)[number]

export const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text)
