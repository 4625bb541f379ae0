/** The shipped base policies (leashd, Policies). A run uses one of them, and always the floor policy, too. */
export const basePolicies = ['default', 'strict', 'permissive', 'autonomous'] as const;

/** The shipped policies that can be added to a base policy. */
export const overlayPolicies = ['dev-tools', 'maintenance'] as const;

/** The name of a shipped policy. */
export type ShippedPolicy = 'floor' | (typeof basePolicies)[number] | (typeof overlayPolicies)[number];

/** The file on the default branch with the rules that maintainers approved for every run. `/approve A1 always` proposes rules for it. */
export const standingPath = '.github/countersign/always.yml';
