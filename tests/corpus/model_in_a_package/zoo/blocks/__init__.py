from zoo.blocks.head import *
