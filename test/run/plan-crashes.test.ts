import { killMoments, sweepPlans } from './plan-crashes.ts';

sweepPlans(killMoments.quick);
