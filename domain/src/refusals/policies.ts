/** Groups and plans as policies. */
export const policies = {
  'plan.preview-outdated':
    'The clients of the plan {name} have changed since the preview. Look at the difference again, and then apply the plan.',
} as const
