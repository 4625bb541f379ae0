import { killMoments, sweep } from './crash-sweep.ts';

sweep(killMoments.quick);
